import type { OrderKinds, OrderRow } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { creditsFor, refundable } from '../../rules/refund.ts'
import { takeBackJob } from '../job-names.ts'
import { addRefunded, endAccess, type ReclaimedCredits, refundFacts, takeCredits } from './apply-refund.ts'

/** A message about a payment that has not been announced yet comes too early: it is refused, and comes again. */
export const requirePayment = async (tx: Tx, order: OrderRow, reference: string) => {
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
export const goneBack = async (
  tx: Tx,
  order: OrderRow,
  reference: string,
): Promise<{ refunded: number; all: number }> => {
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
  /** Its id at the provider, if it has one. */
  refund_reference?: string
  kinds: OrderKinds
}

/**
 * Writes money that went back without us, and takes back what a refund of ours over the same amount would: the credits it
 * pays for, and the access when nothing refundable is left. Money that bought nothing takes nothing with it.
 */
export const addExternal = async (tx: Tx, ctx: Context, order: OrderRow, payment: External): Promise<void> => {
  const { reference, amount_cents, is_all } = payment
  const hasBought = order.payment_reference === reference
  const facts = hasBought && !is_all ? await refundFacts(tx, ctx, order) : null
  const is_full = is_all || (facts !== null && amount_cents >= refundable(facts))
  let credits: ReclaimedCredits[] = []
  if (hasBought) {
    const after = await addRefunded(tx, order, amount_cents)
    if (is_full) await endAccess(tx, ctx, after, payment.kinds)
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
      origin: payment.origin,
      reason: payment.reason,
      refund_reference: payment.refund_reference ?? null,
      credits: JSON.stringify(credits),
      status: 'succeeded',
      created_at: ctx.now,
      settled_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A refund of ours takes the part of who got the money back with it; a bank takes all of it from the platform.
  if (hasBought && payment.origin === 'dispute' && order.destination_account !== null)
    await enqueue(tx, takeBackJob, { portal_id: order.portal_id, refund_id: id })
}
