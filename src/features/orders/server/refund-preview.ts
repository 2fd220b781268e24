import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db.ts'
import { refundable } from '../rules/refund.ts'
import { ORDER_STATUS } from '../rules/status.ts'
import { reachAndLockOrder } from './access.ts'
import { refundFacts } from './actions/apply-refund.ts'

/**
 * What of an order can still go back and what a refund would take with it, for those who may give one. Amounts in cents.
 * Nothing is changed, and the refund itself decides again. Throws `not_found` and `no_payment_yet`.
 */
export const previewRefund = async (tx: Tx, ctx: SignedIn, orderId: number) => {
  const order = await reachAndLockOrder(tx, ctx, orderId)
  if (!order) throw fail('not_found')
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
