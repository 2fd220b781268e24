import { countEnrollments } from '#features/courses/server/api.ts'
import { restoreSeat, tellCredits } from '#features/credits/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { accessAt } from '../../rules/access.ts'
import { insertGrant, loadGrants, type StoredGrant } from '../grants.ts'
import { tellEnrollment } from '../live.ts'
import { activeLearnerIn, type Enrollment, lockEnrollments, reopenEnded, withProgress } from '../store.ts'
import type { EndReason } from './take-away.ts'

type Restored = {
  /** Enrollments that have been opened again, and those that were open and stand on the order again. */
  restored: number[]
  /** Enrollments that have ended for another reason since, and stay as they are. */
  left: number[]
}

const REFUNDED: EndReason = 'order refunded'

/** What the refunds of an order have revoked, the latest first. */
const revokedOfOrder = (tx: Tx, portalId: number, orderId: number) =>
  tx
    .selectFrom('enrollment_grants')
    .select(['id', 'enrollment_id'])
    .where('portal_id', '=', portalId)
    .where('order_id', '=', orderId)
    .where('revoke_reason', '=', REFUNDED)
    .orderBy('revoked_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Whether only a refund has ended it: a person who was unenrolled stays out. */
const isEndedByRefund = ({ id, ended_at }: Enrollment, grants: readonly StoredGrant[]): boolean =>
  grants
    .filter((grant) => grant.enrollment_id === id && grant.revoked_at?.getTime() === ended_at?.getTime())
    .every((grant) => grant.revoke_reason === REFUNDED)

type FailedRefund = { order_id: number; failed_refund_id: number }

const grantAgain = (tx: Tx, ctx: Context, enrollmentId: number, orderId: number, movementId: number | null) =>
  insertGrant(tx, {
    portal_id: ctx.portal.id,
    enrollment_id: enrollmentId,
    kind: 'order',
    order_id: orderId,
    credit_movement_id: movementId,
    granted_by: null,
    created_at: ctx.now,
  })

/** Opens an ended enrollment with the progress it had; a seat that was given back is taken again. */
const reopen = async (tx: Tx, ctx: Context, enrollment: Enrollment, refund: FailedRefund): Promise<void> => {
  const { id, user_id, course_id, manager_id, curator_id } = enrollment
  const isUntouched = !(await withProgress(tx, ctx.portal.id, [id])).has(id)
  // Credits before the enrollment changes, as everywhere.
  const movementId = isUntouched
    ? await restoreSeat(tx, ctx, { ...refund, course_id, enrollment_id: id, learner_id: user_id })
    : null
  await reopenEnded(tx, ctx.portal.id, id, accessAt({ ...enrollment, ended_at: null }, ctx.now))
  await grantAgain(tx, ctx, id, refund.order_id, movementId)
  if (movementId !== null) {
    await countEnrollments(tx, ctx.portal.id, course_id, 1)
    await tellCredits(tx, ctx, { id: movementId, course_id })
  }
  const message = 'This learner is in the course again.'
  await tellEnrollment(tx, 'enroll.created', { user_id, course_id, message, manager_id, curator_id })
  await logActivity(tx, ctx, {
    action: 'enrollment.reopen',
    subject_type: 'enrollment',
    subject_id: id,
    changes: { course_id, user_id, reason: 'refund failed' },
  })
}

/**
 * Restores the access that refunds of an order have ended, after one of them has failed (ORD-051), course by course. A
 * learner who has a live enrollment in the course keeps that one, which from then on belongs to the order as well.
 */
export const restoreOrderGrants = async (tx: Tx, ctx: Context, refund: FailedRefund): Promise<Restored> => {
  const portalId = ctx.portal.id
  const result: Restored = { restored: [], left: [] }
  const revoked = await revokedOfOrder(tx, portalId, refund.order_id)
  if (revoked.length === 0) return result
  const ids = [...new Set(revoked.map((grant) => grant.enrollment_id))]
  const byId = new Map((await lockEnrollments(tx, ctx, ids)).map((one) => [one.id, one]))
  const grants = await loadGrants(tx, portalId, ids)
  // Of several in one course the last; by rising course, as anyone who moves credits of several courses goes.
  const last = new Map<string, Enrollment>()
  for (const enrollment of ids.flatMap((id) => byId.get(id) ?? [])) {
    const place = `${enrollment.user_id}:${enrollment.course_id}`
    if (!last.has(place)) last.set(place, enrollment)
  }
  for (const enrollment of [...last.values()].toSorted((one, other) => one.course_id - other.course_id)) {
    const { id } = enrollment
    const open = enrollment.ended_at === null ? id : await activeLearnerIn(tx, ctx, enrollment)
    if (open !== null) await grantAgain(tx, ctx, open, refund.order_id, null)
    else if (isEndedByRefund(enrollment, grants)) await reopen(tx, ctx, enrollment, refund)
    else {
      result.left.push(id)
      continue
    }
    result.restored.push(open ?? id)
  }
  return result
}
