import { removeUnusedCredits } from '#features/credits/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { LEGAL } from '#kernel/legal.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import type { Fulfilments } from '../services.ts'
import { type OrderRow, updateOrder } from '../store.ts'
import { addRefunded, endAccess } from './apply-refund.ts'

/** A message about a payment that has not been announced yet comes too early: it is refused, and comes again. */
const requirePayment = async (tx: Tx, order: OrderRow, reference: string) => {
  const payment = await tx
    .selectFrom('payments')
    .select('amount_cents')
    .where('portal_id', '=', order.portal_id)
    .where('order_id', '=', order.id)
    .where('payment_reference', '=', reference)
    .executeTakeFirst()
  if (!payment) throw fail('conflict', { message: 'The payment has not been announced yet.' })
  return payment
}

type External = {
  reference: string
  amount_cents: number
  origin: 'provider' | 'dispute'
  reason: string
  is_full: boolean
  endings: Fulfilments | undefined
}

/** Writes money that went back without us; when all of it is back, access and unused credits go as well. */
const addExternal = async (tx: Tx, ctx: Context, order: OrderRow, given: External): Promise<void> => {
  await tx
    .insertInto('refunds')
    .values({
      portal_id: order.portal_id,
      order_id: order.id,
      payment_reference: given.reference,
      amount_cents: given.amount_cents,
      is_full: given.is_full,
      origin: given.origin,
      reason: given.reason,
      status: 'succeeded',
      created_at: ctx.now,
      settled_at: ctx.now,
    })
    .execute()
  if (order.payment_reference !== given.reference) return
  const after = await addRefunded(tx, order, given.amount_cents)
  if (!given.is_full) return
  await endAccess(tx, ctx, after, given.endings)
  await removeUnusedCredits(tx, ctx, { order_id: order.id })
}

type Noted = { payment_reference: string; endings: Fulfilments | undefined }

/** Money that was given back at the provider itself is written down like a refund of ours; ours are known already. */
export const noteProviderRefund = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { payment_reference: reference, refunded_cents, endings }: Noted & { refunded_cents: number },
): Promise<string> => {
  const payment = await requirePayment(tx, order, reference)
  const known = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), eb.lit(0)).as('sum'))
    .where('portal_id', '=', order.portal_id)
    .where('payment_reference', '=', reference)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  const further = refunded_cents - Number(known.sum)
  if (further <= 0) return 'known'
  const is_full = refunded_cents >= payment.amount_cents
  const reason = 'Refunded at the payment provider.'
  await addExternal(tx, ctx, order, { reference, amount_cents: further, origin: 'provider', reason, is_full, endings })
  await logActivity(tx, ctx, {
    action: 'order.refund',
    subject_type: 'order',
    subject_id: order.id,
    changes: { amount: further / 100, reason },
  })
  return 'refunded'
}

/** A chargeback: recorded with its state and fee; ends no access before it is lost, and then acts as a full refund (ORD-048, LEG-011). */
export const noteDispute = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { payment_reference: reference, status, endings }: Noted & { status: 'open' | 'won' | 'lost' },
): Promise<string> => {
  const payment = await requirePayment(tx, order, reference)
  // An announcement that comes after the end changes nothing any more.
  if (status === 'open' && order.dispute_status !== null) return 'known'
  if (order.dispute_status === status) return 'known'
  await updateOrder(tx, order, { dispute_status: status, dispute_fee_cents: LEGAL.chargeback_fee_cents })
  if (status === 'lost') {
    const left = payment.amount_cents - order.refunded_cents
    const reason = 'The buyer’s bank has taken the payment back.'
    if (left > 0)
      await addExternal(tx, ctx, order, {
        reference,
        amount_cents: left,
        origin: 'dispute',
        reason,
        is_full: true,
        endings,
      })
  }
  await logActivity(tx, ctx, {
    action: 'order.dispute',
    subject_type: 'order',
    subject_id: order.id,
    changes: { status },
  })
  return `dispute ${status}`
}
