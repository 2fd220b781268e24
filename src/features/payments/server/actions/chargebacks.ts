import type { OrderKinds, OrderRow } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type DisputeReport, lostCents, writeDispute } from '../disputes.ts'
import { addExternal, goneBack, requirePayment } from './external-money.ts'

/**
 * Lost chargebacks of a payment take their amounts, each once, as far as refunds have left enough of it. A repeated
 * call takes only what is not taken yet: for another chargeback, or what a failed refund had left too little for.
 */
export const noteLoss = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { payment_reference: reference, kinds }: { payment_reference: string; kinds: OrderKinds },
): Promise<void> => {
  const { amount_cents } = await requirePayment(tx, order, reference)
  const { all, refunded } = await goneBack(tx, order, reference)
  const left = amount_cents - all
  const taken = Math.min(left, (await lostCents(tx, order, reference)) - (all - refunded))
  const reason = 'The buyer’s bank has taken the payment back.'
  if (taken > 0)
    await addExternal(tx, ctx, order, {
      reference,
      amount_cents: taken,
      origin: 'dispute',
      reason,
      is_all: taken === left,
      kinds,
    })
}

/**
 * A chargeback, one of any number over parts of the payment: recorded with its state and fee; ends no access before it is
 * lost, and then acts as a refund of its amount (ORD-048, LEG-011).
 */
export const noteDispute = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { kinds, ...dispute }: DisputeReport & { kinds: OrderKinds },
): Promise<string> => {
  const { payment_reference, status } = dispute
  await requirePayment(tx, order, payment_reference)
  if (!(await writeDispute(tx, order, dispute))) return 'known'
  if (status === 'lost') await noteLoss(tx, ctx, order, { payment_reference, kinds })
  await logActivity(tx, ctx, {
    action: 'order.dispute',
    subject_type: 'order',
    subject_id: order.id,
    changes: { status },
  })
  return `dispute ${status}`
}
