import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { LEGAL } from '#kernel/legal.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import { enqueue } from '#platform/jobs.ts'
import { creditsFor, refundable } from '../../rules/refund.ts'
import { takeBackJob } from '../jobs-data.ts'
import type { Fulfilments } from '../services.ts'
import { type OrderRow, updateOrder } from '../store.ts'
import { addRefunded, endAccess, refundFacts, type TakenCredits, takeCredits } from './apply-refund.ts'

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

/** What has gone back of a payment or is on its way back, by our books: by refunds, and with what a bank has taken. */
const goneBack = async (tx: Tx, order: OrderRow, reference: string): Promise<{ refunded: number; all: number }> => {
  const { refunded, all } = await tx
    .selectFrom('refunds')
    .select((eb) => {
      const sum = eb.fn.sum<string>('amount_cents')
      return [sum.filterWhere('origin', '<>', 'dispute').as('refunded'), sum.as('all')]
    })
    .where('portal_id', '=', order.portal_id)
    .where('payment_reference', '=', reference)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return { refunded: Number(refunded ?? 0), all: Number(all ?? 0) }
}

type External = {
  reference: string
  amount_cents: number
  origin: 'provider' | 'dispute'
  reason: string
  /** Nothing is left of the payment afterwards. */
  is_all: boolean
  endings: Fulfilments | undefined
}

/**
 * Writes money that went back without us, and takes back what a refund of ours over the same amount would: the credits it
 * pays for, and the access when nothing refundable is left. Money that bought nothing takes nothing with it.
 */
const addExternal = async (tx: Tx, ctx: Context, order: OrderRow, given: External): Promise<void> => {
  const { reference, amount_cents, is_all } = given
  const hasBought = order.payment_reference === reference
  const facts = hasBought && !is_all ? await refundFacts(tx, ctx, order) : null
  const is_full = is_all || (facts !== null && amount_cents >= refundable(facts))
  let credits: TakenCredits[] = []
  if (hasBought) {
    const after = await addRefunded(tx, order, amount_cents)
    if (is_full) await endAccess(tx, ctx, after, given.endings)
    const count = facts && !is_full ? creditsFor(facts, amount_cents) : 0
    if (is_full || count > 0) credits = await takeCredits(tx, ctx, order, is_full ? {} : { at_most: count })
  }
  const { id } = await tx
    .insertInto('refunds')
    .values({
      portal_id: order.portal_id,
      order_id: order.id,
      payment_reference: reference,
      amount_cents,
      is_full,
      origin: given.origin,
      reason: given.reason,
      credits: JSON.stringify(credits),
      status: 'succeeded',
      created_at: ctx.now,
      settled_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A refund of ours takes the part of who got the money back with it; a bank takes all of it from the platform.
  if (hasBought && given.origin === 'dispute' && order.destination_account !== null)
    await enqueue(tx, takeBackJob, { portal_id: order.portal_id, refund_id: id })
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
  const gone = await goneBack(tx, order, reference)
  // The provider counts what a bank has taken apart, and may tell of it before an earlier refund.
  const further = Math.min(refunded_cents - gone.refunded, payment.amount_cents - gone.all)
  if (further <= 0) return 'known'
  const reason = 'Refunded at the payment provider.'
  const is_all = gone.all + further === payment.amount_cents
  await addExternal(tx, ctx, order, { reference, amount_cents: further, origin: 'provider', reason, is_all, endings })
  await logActivity(tx, ctx, {
    action: 'order.refund',
    subject_type: 'order',
    subject_id: order.id,
    changes: { amount: further / 100, reason },
  })
  return 'refunded'
}

/** A lost chargeback takes its amount, as far as refunds have left so much of the payment. */
export const noteLoss = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { payment_reference: reference, endings }: Noted,
): Promise<void> => {
  const { amount_cents } = await requirePayment(tx, order, reference)
  const left = amount_cents - (await goneBack(tx, order, reference)).all
  const taken = Math.min(left, order.disputed_cents ?? left)
  const reason = 'The buyer’s bank has taken the payment back.'
  if (taken > 0)
    await addExternal(tx, ctx, order, {
      reference,
      amount_cents: taken,
      origin: 'dispute',
      reason,
      is_all: taken === left,
      endings,
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
    endings,
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
  if (status === 'lost') await noteLoss(tx, ctx, { ...order, ...noted }, { payment_reference: reference, endings })
  await logActivity(tx, ctx, {
    action: 'order.dispute',
    subject_type: 'order',
    subject_id: order.id,
    changes: { status },
  })
  return `dispute ${status}`
}
