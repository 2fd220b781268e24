import type { Context } from '#kernel/context.ts'
import { LEGAL } from '#kernel/legal.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import type { RefundEffects } from '../services.ts'
import { type OrderRow, updateOrder } from '../store.ts'
import { addExternal, goneBack, requirePayment } from './external-money.ts'

type Noted = { payment_reference: string; effects: RefundEffects }

/** A lost chargeback takes its amount, as far as refunds have left so much of the payment. */
export const noteLoss = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { payment_reference: reference, effects }: Noted,
): Promise<void> => {
  const { amount_cents } = await requirePayment(tx, order, reference)
  const { all, refunded } = await goneBack(tx, order, reference)
  const left = amount_cents - all
  // Asked again after a refund has failed, it takes what that had left too little for.
  const taken = Math.min(left, order.disputed_cents === null ? left : order.disputed_cents - (all - refunded))
  const reason = 'The buyer’s bank has taken the payment back.'
  if (taken > 0)
    await addExternal(tx, ctx, order, {
      reference,
      amount_cents: taken,
      origin: 'dispute',
      reason,
      is_all: taken === left,
      effects,
    })
}

/** A chargeback: recorded with its state and fee; ends no access before it is lost, and then acts as a refund of its amount (ORD-048, LEG-011). */
export const noteDispute = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  {
    payment_reference: reference,
    status,
    amount_cents,
    effects,
  }: Noted & { status: 'open' | 'won' | 'lost'; amount_cents: number },
): Promise<string> => {
  await requirePayment(tx, order, reference)
  // An announcement that comes after the end changes nothing any more.
  if (status === 'open' && order.dispute_status !== null) return 'known'
  if (order.dispute_status === status) return 'known'
  const noted = {
    dispute_status: status,
    dispute_fee_cents: LEGAL.chargeback_fee_cents,
    ...(amount_cents > 0 && { disputed_cents: amount_cents }),
  }
  await updateOrder(tx, order, noted)
  if (status === 'lost') await noteLoss(tx, ctx, { ...order, ...noted }, { payment_reference: reference, effects })
  await logActivity(tx, ctx, {
    action: 'order.dispute',
    subject_type: 'order',
    subject_id: order.id,
    changes: { status },
  })
  return `dispute ${status}`
}
