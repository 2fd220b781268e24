import { countEnrollments } from '#features/courses/server/api.ts'
import { restoreReturned, tellCredits } from '#features/credits/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { accessAt } from '../../rules/access.ts'
import { insertGrant, loadGrants, restoreGrants, type StoredGrant } from '../grants.ts'
import { tellEnrollment } from '../live.ts'
import { type Enrollment, reopenEnded, withProgress } from '../store.ts'

/** The grants that ended with the enrollment, not those that were taken away before. */
export const endedWith = (grants: readonly StoredGrant[], endedAt: Date): StoredGrant[] =>
  grants.filter((grant) => grant.revoked_at?.getTime() === endedAt.getTime())

/**
 * Takes back that somebody was unenrolled: the enrollment, locked by the caller, is open again with its dates, progress and
 * grants. A credit that went back is used again; its grant is followed by one on the new movement, since each use of the
 * ledger stands behind one grant. Throws `notEnough` before it has written anything where that credit is gone.
 */
export const reopenUnenrolled = async (tx: Tx, ctx: Context, enrollment: Enrollment, reason: string): Promise<void> => {
  const { id, user_id, course_id, manager_id, curator_id, ended_at: endedAt } = enrollment
  if (endedAt === null) throw new TypeError('The enrollment has not ended')
  const portalId = ctx.portal.id
  const revoked = endedWith(await loadGrants(tx, portalId, [id]), endedAt)
  const isUntouched = !(await withProgress(tx, portalId, [id])).has(id)
  // Credits before the enrollment changes, as everywhere.
  const restored = await restoreReturned(
    tx,
    ctx,
    revoked.flatMap((grant) => grant.credit_movement_id ?? []),
  )
  await reopenEnded(tx, portalId, id, accessAt({ ...enrollment, ended_at: null }, ctx.now))
  for (const { credit_movement_id: use, kind, order_id, granted_by, created_at } of revoked) {
    const movement = use === null ? undefined : restored.get(use)
    if (movement)
      await insertGrant(tx, {
        portal_id: portalId,
        enrollment_id: id,
        kind: kind as Parameters<typeof insertGrant>[1]['kind'],
        order_id,
        credit_movement_id: movement.id,
        granted_by,
        created_at,
      })
  }
  await restoreGrants(
    tx,
    portalId,
    revoked.filter((grant) => !restored.has(grant.credit_movement_id ?? 0)).map((grant) => grant.id),
  )
  if (isUntouched) await countEnrollments(tx, portalId, course_id, 1)
  for (const movement of restored.values()) await tellCredits(tx, ctx, movement)
  const message = 'This learner is in the course again.'
  await tellEnrollment(tx, 'enroll.created', { user_id, course_id, message, manager_id, curator_id })
  await logActivity(tx, ctx, {
    action: 'enrollment.reopen',
    subject_type: 'enrollment',
    subject_id: id,
    changes: { course_id, user_id, reason },
  })
}
