import { loadShownPeople } from '#features/accounts/server/api.ts'
import { isInstructorOf, loadInstructors } from '#features/courses/server/api.ts'
import { managerCredits } from '#features/credits/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { isManagerOf, isWithinReach, managersOf } from '../reach.ts'
import { type Enrollment, lockEnrollment } from '../store.ts'

/** The instructors and managers of the course, by name. */
export const loadCurators = async (tx: Tx, portalId: number, courseId: number) => {
  const [taught, managed, holders] = await Promise.all([
    loadInstructors(tx, portalId, [courseId]),
    managersOf(tx, portalId, courseId),
    managerCredits(tx, portalId, { course_ids: [courseId] }),
  ])
  const instructors = taught.get(courseId) ?? []
  const ids = [...instructors.map(({ id }) => id), ...managed, ...holders.map(({ user_id }) => user_id)]
  const people = [...(await loadShownPeople(tx, portalId, [...new Set(ids)])).values()]
  return people.toSorted((one, other) => one.display_name.localeCompare(other.display_name, 'en'))
}

/** Throws `invalid` unless the person is an instructor or manager of the course (USR-016). */
export const requireCurator = async (
  tx: Tx,
  ctx: Pick<SignedIn, 'portal'>,
  courseId: number,
  userId: number,
): Promise<void> => {
  const isCurator =
    (await isInstructorOf(tx, ctx.portal.id, courseId, userId)) ||
    (await isManagerOf(tx, ctx.portal.id, courseId, userId))
  if (!isCurator)
    throw fail('invalid', { fields: { curator_id: ['A curator is an instructor or manager of the course.'] } })
}

/** Sets or removes the person who looks after a learner in a course (USR-016). */
export const setCurator = async (
  tx: Tx,
  ctx: SignedIn,
  change: { id: number; curator_id: number | null },
): Promise<Enrollment> => {
  const { id, curator_id: curatorId } = change
  const enrollment = await lockEnrollment(tx, ctx, id)
  if (!enrollment || enrollment.ended_at || enrollment.role !== 'learner') throw fail('not_found')
  if (!(await isWithinReach(tx, ctx, enrollment))) throw fail('not_found')
  if (curatorId !== null) await requireCurator(tx, ctx, enrollment.course_id, curatorId)
  await tx
    .updateTable('enrollments')
    .set({ curator_id: curatorId })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .execute()
  await logActivity(tx, ctx, {
    action: 'enrollment.curator',
    subject_type: 'enrollment',
    subject_id: id,
    changes: { curator_id: curatorId, before: enrollment.curator_id },
  })
  return { ...enrollment, curator_id: curatorId }
}
