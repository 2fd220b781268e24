import { findByExternalIds, loadPerson } from '#features/accounts/server/api.ts'
import { ownersOf } from '#features/badges/server/api.ts'
import { type CourseRow, loadCourse, loadMovedSlug } from '#features/courses/server/api.ts'
import { accessOf, type Permission } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { readCourseRef, readPersonRef } from '../rules/refs.ts'

type Ref = string | number

/** Refuses a caller whose role does not reach everyone here: a token is never more than the portal's admin (INT-030). */
export const requireRight = ({ viewer, portal }: SignedIn, ...permissions: Permission[]): void => {
  const condition = { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core }
  for (const permission of permissions)
    if (accessOf(viewer.current_role, permission, { toggles: viewer.toggles, condition }) !== 'any')
      throw fail('not_enough_permissions')
}

/** The id of a person by reference, members and former ones alike; null where nobody has it. */
export const findPerson = async (tx: Tx, portalId: number, ref: Ref): Promise<number | null> => {
  const person = readPersonRef(ref)
  if ('id' in person) return person.id
  // A number names one person for good, also after it was withdrawn (BDG-007).
  if ('badge_number' in person)
    return (await ownersOf(tx, portalId, [person.badge_number])).get(person.badge_number) ?? null
  return (await findByExternalIds(tx, portalId, [person.external_id])).get(person.external_id)?.user_id ?? null
}

/** A member of the portal by reference, or `external_id_unknown`. */
export const requirePerson = async (tx: Tx, portalId: number, ref: Ref): Promise<number> => {
  const id = await findPerson(tx, portalId, ref)
  if (id === null || !(await loadPerson(tx, portalId, id)))
    throw fail('external_id_unknown', { params: { person: ref } })
  return id
}

/** A course of the portal by reference, a former slug included, or `course_unknown`. */
export const requireCourse = async (tx: Tx, portalId: number, ref: Ref): Promise<CourseRow> => {
  const key = readCourseRef(ref)
  const course = await loadCourse(tx, portalId, key)
  if (course) return course
  const moved = 'slug' in key ? await loadMovedSlug(tx, portalId, key.slug) : null
  const renamed = moved === null ? null : await loadCourse(tx, portalId, { slug: moved })
  if (!renamed) throw fail('course_unknown', { params: { course: ref } })
  return renamed
}

/** What rows are ordered by: the course's id, before those that are unknown. */
export const courseOrder = async (tx: Tx, portalId: number, ref: Ref): Promise<number> => {
  const key = readCourseRef(ref)
  return 'id' in key ? key.id : ((await loadCourse(tx, portalId, key))?.id ?? 0)
}
