import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { reachAndLockCourse } from '../access.ts'
import {
  holdsInstructorRole,
  insertInstructor,
  loadInstructors,
  removeInstructorRow,
  type ShownInstructor,
  setPrimary,
} from '../people-store.ts'
import type { CoursePorts } from '../ports.ts'
import { requireReadyWhilePublished } from '../readiness.ts'
import type { CourseRow } from '../store.ts'
import { touchCourse } from '../touch.ts'

type Key = { slug: string }

const placeOf = (course: CourseRow) => ({ portal_id: course.portal_id, course_id: course.id })

const instructorsOf = async (tx: Tx, course: CourseRow): Promise<ShownInstructor[]> =>
  (await loadInstructors(tx, course.portal_id, [course.id])).get(course.id) ?? []

/** After every change: the course is touched, the activity logged, the instructors answered. */
const finish = async (tx: Tx, ctx: SignedIn, course: CourseRow, action: string, userId: number) => {
  await touchCourse(tx, ctx, course.id)
  const changes = { user_id: userId }
  await logActivity(tx, ctx, { action, subject_type: 'course', subject_id: course.id, changes })
  return instructorsOf(tx, course)
}

/**
 * Adds an instructor of the portal, else `role_not_held`, whether or not the person exists elsewhere (API-021). The
 * first instructor of a course is its primary one, and adding somebody twice changes nothing (BLD-021).
 */
export const addInstructor = async (tx: Tx, ctx: SignedIn, key: Key, userId: number): Promise<ShownInstructor[]> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  if (!(await holdsInstructorRole(tx, ctx.portal.id, userId))) throw fail('role_not_held', { field: 'user_id' })
  const present = await instructorsOf(tx, course)
  const isFirst = !present.some((instructor) => instructor.is_primary)
  await insertInstructor(tx, placeOf(course), userId, isFirst)
  return finish(tx, ctx, course, 'course.add-instructor', userId)
}

/** Removes an instructor; the one added next becomes primary where the primary one left. A published course keeps one. */
export const removeInstructor = async (
  tx: Tx,
  ctx: SignedIn,
  ports: CoursePorts,
  key: Key,
  userId: number,
): Promise<ShownInstructor[]> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  if (!(await removeInstructorRow(tx, placeOf(course), userId))) throw fail('not_found')
  await requireReadyWhilePublished(tx, ports, course)
  const [first] = await instructorsOf(tx, course)
  if (first && !first.is_primary) await setPrimary(tx, placeOf(course), first.id)
  return finish(tx, ctx, course, 'course.remove-instructor', userId)
}

/** Makes one of the course's instructors the primary one (BLD-021). */
export const makePrimaryInstructor = async (
  tx: Tx,
  ctx: SignedIn,
  key: Key,
  userId: number,
): Promise<ShownInstructor[]> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  const present = await instructorsOf(tx, course)
  if (!present.some((instructor) => instructor.id === userId)) throw fail('not_found')
  await setPrimary(tx, placeOf(course), userId)
  return finish(tx, ctx, course, 'course.make-primary-instructor', userId)
}
