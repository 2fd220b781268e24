import { buyCredits } from '#features/credits/server/api.ts'
import { restoreOrderGrants } from '#features/enrollments/server/api.ts'
import { moveOrder, type OrderKinds, type OrderRow, updateOrder } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { passOnAgainJob } from '../job-names.ts'
import { type RefundRow, setRefund } from '../refund-store.ts'
import { tellFailedRefund } from '../tell-failed-refund.ts'
import type { ReclaimedCredits } from './apply-refund.ts'

/** A refund that failed leaves its money with the order; a refunded order is completed again (ORD-051). */
const takeOffRefunded = (tx: Tx, order: OrderRow, amount_cents: number): Promise<OrderRow> => {
  const refunded_cents = Math.max(0, order.refunded_cents - amount_cents)
  if (order.status === ORDER_STATUS.refunded) return moveOrder(tx, order, ORDER_STATUS.completed, { refunded_cents })
  return updateOrder(tx, order, { refunded_cents }).then(() => ({ ...order, refunded_cents }))
}

const STAYS_ENDED = 'An enrollment of this order has since ended for another reason and stays ended.'

/** Restores what refunds of the order have ended: some of its money is with us, so no refund is a full one any more. */
const restoreAccess = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { refund, kinds }: { refund: RefundRow; kinds: OrderKinds },
): Promise<string[]> => {
  await tx
    .updateTable('refunds')
    .set({ is_full: false })
    .where('portal_id', '=', order.portal_id)
    .where('order_id', '=', order.id)
    .where('payment_reference', '=', refund.payment_reference)
    .where('status', '<>', 'failed')
    .execute()
  const note = await kinds[order.type].resume?.(tx, ctx, order, refund.id)
  const { left } = await restoreOrderGrants(tx, ctx, { order_id: order.id, failed_refund_id: refund.id })
  return [...(note ? [note] : []), ...(left.length > 0 ? [STAYS_ENDED] : [])]
}

type Failure = {
  refund: RefundRow
  message: string
  /** Its id at the provider; null for one that was refused before it was made. */
  refund_reference: string | null
  kinds: OrderKinds
}

/**
 * Undoes a refund whose money was not paid out: what it took is restored, and, if it had been recorded as completed,
 * the order and the access are as before (ORD-051). Accounting is notified of one that nobody waits for, and the buyer
 * of one that had been promised. A job passes on again what the provider has taken from a connected account.
 */
export const undoRefund = async (tx: Tx, ctx: Context, order: OrderRow, failure: Failure): Promise<OrderRow> => {
  const { refund, message, refund_reference, kinds } = failure
  const isOwn = order.payment_reference === refund.payment_reference
  const wasReversed = isOwn && order.destination_account !== null && refund_reference !== null
  await setRefund(tx, order.portal_id, refund.id, {
    status: 'failed',
    error: message,
    refund_reference,
    passed_on: wasReversed ? 'waits' : null,
    settled_at: ctx.now,
  })
  for (const { holder, amount } of refund.credits as ReclaimedCredits[])
    await buyCredits(tx, ctx, { holder, amount, order_id: order.id, failed_refund_id: refund.id })
  // Money that bought nothing had changed nothing about the order.
  const isCounted = isOwn && refund.status === 'succeeded' && ['request', 'provider'].includes(refund.origin)
  const after = isCounted ? await takeOffRefunded(tx, order, refund.amount_cents) : order
  const left = isCounted ? await restoreAccess(tx, ctx, after, { refund, kinds }) : []
  if (wasReversed) await enqueue(tx, passOnAgainJob, { portal_id: order.portal_id, refund_id: refund.id })
  await logActivity(tx, ctx, {
    action: 'order.refund_failed',
    subject_type: 'order',
    subject_id: order.id,
    changes: {
      refund_id: refund.id,
      amount: refund.amount_cents / 100,
      error: message,
      ...(left.length > 0 && { left }),
    },
  })
  await tellFailedRefund(tx, ctx, after, { refund, message, wasMade: refund_reference !== null, left })
  return after
}
