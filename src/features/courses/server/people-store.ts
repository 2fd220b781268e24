import { displayPerson } from '#features/accounts/server/api.ts'
import type { Tx } from '#platform/db/db.ts'

export type ShownInstructor = { id: number; display_name: string; avatar: string | null; is_primary: boolean }

/** The instructors of each course as others see them (API-023), the primary one first, then as they were added. */
export const loadInstructors = async (
  tx: Tx,
  portalId: number,
  courseIds: readonly number[],
): Promise<Map<number, ShownInstructor[]>> => {
  const people = new Map<number, ShownInstructor[]>(courseIds.map((id) => [id, []]))
  if (courseIds.length === 0) return people
  const rows = await tx
    .selectFrom('course_instructors')
    .innerJoin('people', (join) =>
      join
        .onRef('people.portal_id', '=', 'course_instructors.portal_id')
        .onRef('people.id', '=', 'course_instructors.user_id'),
    )
    .select([
      'course_instructors.course_id',
      'course_instructors.is_primary',
      'people.id',
      'people.first_name',
      'people.middle_name',
      'people.last_name',
      'people.username',
      'people.avatar',
      'people.avatar_changed_at',
    ])
    .where('course_instructors.portal_id', '=', portalId)
    .where('course_instructors.course_id', 'in', [...courseIds])
    .orderBy('course_instructors.course_id')
    .orderBy('course_instructors.is_primary', 'desc')
    .orderBy('course_instructors.added_at')
    .orderBy('people.id')
    .execute()
  for (const { course_id: courseId, is_primary, ...person } of rows)
    people.get(courseId)?.push({ ...displayPerson(person), is_primary })
  return people
}

/** True when the person holds the role instructor in the portal. */
export const holdsInstructorRole = async (tx: Tx, portalId: number, userId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('portal_user_roles')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('role', '=', 'instructor')
    .executeTakeFirst()
  return row !== undefined
}

type Place = { portal_id: number; course_id: number }

/** Adds an instructor; an existing one stays unchanged. */
export const insertInstructor = async (tx: Tx, at: Place, userId: number, isPrimary: boolean): Promise<void> => {
  await tx
    .insertInto('course_instructors')
    .values({ ...at, user_id: userId, is_primary: isPrimary })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes an instructor and answers whether there was one. */
export const removeInstructorRow = async (tx: Tx, at: Place, userId: number): Promise<boolean> => {
  const removed = await tx
    .deleteFrom('course_instructors')
    .where('portal_id', '=', at.portal_id)
    .where('course_id', '=', at.course_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Makes one instructor the primary one; the index that allows one only is never met in between. */
export const setPrimary = async (tx: Tx, at: Place, userId: number): Promise<void> => {
  const own = tx
    .updateTable('course_instructors')
    .where('portal_id', '=', at.portal_id)
    .where('course_id', '=', at.course_id)
  await own.set({ is_primary: false }).where('is_primary', '=', true).execute()
  await own.set({ is_primary: true }).where('user_id', '=', userId).execute()
}
