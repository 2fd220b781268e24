import { countEnrollments } from '#features/courses/server/api.ts'
import { returnCredits, tellCredits } from '#features/credits/server/api.ts'
import { actorIdOf, type Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { loadGrants } from '../grants.ts'
import { tellEnrollment } from '../live.ts'
import { type Enrollment, endEnrollments, withProgress } from '../store.ts'

/** What the record of an enrollment says about its end. */
export type EndReason = 'unenrolled' | 'order refunded' | 'import undone' | 'bulk change undone' | 'left the portal'

const countPerCourse = (enrollments: readonly Enrollment[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { course_id: id } of enrollments) counts.set(id, (counts.get(id) ?? 0) + 1)
  return new Map([...counts].sort(([a], [b]) => a - b))
}

/**
 * Ends enrollments that the caller has locked. A learner without progress gives the credit back to the holder it came from
 * and no longer counts for popularity; with progress the credit stays used and the records stay (CRD-024, USR-023).
 * Credits are locked before the enrollments change, as enrolling does, so that the two never block each other.
 */
export const takeAway = async (
  tx: Tx,
  ctx: Context,
  enrollments: readonly Enrollment[],
  reason: EndReason,
): Promise<void> => {
  const portalId = ctx.portal.id
  const ids = enrollments.map(({ id }) => id)
  const progressed = await withProgress(tx, portalId, ids)
  const untouched = enrollments.filter(({ id, role }) => role === 'learner' && !progressed.has(id))
  const grants = await loadGrants(
    tx,
    portalId,
    untouched.map(({ id }) => id),
  )
  const returned = await returnCredits(
    tx,
    ctx,
    grants.flatMap((grant) => grant.credit_movement_id ?? []),
  )
  await endEnrollments(tx, portalId, ids, { now: ctx.now, user_id: actorIdOf(ctx), reason })
  for (const [courseId, count] of countPerCourse(untouched)) await countEnrollments(tx, portalId, courseId, -count)
  const lastOfCourse = new Map(returned.map((movement) => [movement.course_id, movement]))
  for (const movement of lastOfCourse.values()) await tellCredits(tx, ctx, movement)
  for (const { id, user_id, course_id, role, manager_id, curator_id } of enrollments) {
    const message = `This ${role} has been taken out of the course.`
    await tellEnrollment(tx, 'enroll.deleted', { user_id, course_id, message, manager_id, curator_id })
    await logActivity(tx, ctx, {
      action: 'enrollment.delete',
      subject_type: 'enrollment',
      subject_id: id,
      changes: { course_id, user_id, role_id: role, reason },
    })
  }
}
