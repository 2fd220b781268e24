import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { refundable } from '../rules/refund.ts'
import { lockRefundable } from './access.ts'
import { refundFacts } from './actions/apply-refund.ts'

/**
 * What can still be refunded of an order and what a refund would take back, for people who may refund. Amounts in
 * cents. Nothing is changed, and the refund itself decides again. Throws what `lockRefundable` throws and
 * `no_payment_yet`.
 */
export const previewRefund = async (tx: Tx, ctx: SignedIn, orderId: number) => {
  const order = await lockRefundable(tx, ctx, orderId)
  if (order.payment_reference === null || order.paid_at === null) throw fail('no_payment_yet')
  const isOpen = order.status === ORDER_STATUS.completed && order.dispute_status !== 'lost'
  const facts = await refundFacts(tx, ctx, order)
  return {
    most: isOpen ? refundable(facts) : 0,
    total: facts.total_cents,
    subtotal: facts.subtotal_cents,
    refunded: facts.refunded_cents,
    shares: facts.shares.map(({ total_cents: total, ...share }) => ({ ...share, total })),
  }
}
