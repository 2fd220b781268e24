import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { creditsFor, refundable } from '../../rules/refund.ts'
import { lockRefundable } from '../access.ts'
import { settleRefundJob } from '../job-names.ts'
import { refundFacts, takeCredits } from './apply-refund.ts'

type RefundRequest = { amount?: number | undefined; reason?: string | null | undefined }

/**
 * Writes a refund that the provider has yet to carry out (ORD-022): checks that no more goes back than was paid and is not
 * used up, takes the unused credits it pays for at once, so that nobody uses them while the money is on its way, and lets
 * a job carry it out. Amounts in cents. Throws what `lockRefundable` throws, `no_payment_yet` and, for amounts, `invalid` on `amount`.
 */
export const requestRefund = async (
  tx: Tx,
  ctx: SignedIn,
  orderId: number,
  request: RefundRequest,
): Promise<number> => {
  const order = await lockRefundable(tx, ctx, orderId)
  if (order.payment_reference === null || order.paid_at === null) throw fail('no_payment_yet')
  const isOpen = order.status === ORDER_STATUS.completed && order.dispute_status !== 'lost'
  const facts = await refundFacts(tx, ctx, order)
  const most = isOpen ? refundable(facts) : 0
  const amount = request.amount ?? most
  if (amount > most || most === 0)
    throw fail('invalid', { fields: { amount: [errorText('max_value', { max: most / 100 })] } })
  if (amount < 1) throw fail('invalid', { fields: { amount: [errorText('min_value', { min: 0.01 })] } })

  const isFull = amount === most
  const count = creditsFor(facts, amount)
  const taken = count > 0 ? await takeCredits(tx, ctx, order, isFull ? {} : { at_most: count }) : []
  if (taken.reduce((sum, { amount: credits }) => sum + credits, 0) < count) throw fail('conflict')
  const { id } = await tx
    .insertInto('refunds')
    .values({
      portal_id: order.portal_id,
      order_id: orderId,
      payment_reference: order.payment_reference,
      amount_cents: amount,
      is_full: isFull,
      origin: 'request',
      reason: request.reason || null,
      credits: JSON.stringify(taken),
      user_id: ctx.viewer.user_id,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, settleRefundJob, { portal_id: order.portal_id, refund_id: id })
  await logActivity(tx, ctx, {
    action: 'order.refund',
    subject_type: 'order',
    subject_id: orderId,
    changes: { refund_id: id, amount: amount / 100, reason: request.reason ?? null },
  })
  return id
}
