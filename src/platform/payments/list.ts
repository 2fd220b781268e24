import type { Stripe } from 'stripe'
import { errors } from './errors.ts'
import { idOf, isInquiry, paymentOf, seconds } from './read.ts'
import { netReceived } from './transfers.ts'
import type { ListedPayment } from './types.ts'

const EXPANDED = ['latest_charge.balance_transaction', 'latest_charge.transfer']

type Disputes = Pick<ListedPayment, 'dispute' | 'disputes' | 'lost_cents'>
const UNDISPUTED: Disputes = { dispute: null, disputes: 0, lost_cents: 0 }

/** A payment of an order as it is listed; null for what has not been paid or names no order. */
const listedOf = (intent: Stripe.PaymentIntent): Omit<ListedPayment, keyof Disputes | 'kept_cents'> | null => {
  const order_id = Number(intent.metadata.order_id)
  if (intent.status !== 'succeeded' || !Number.isSafeInteger(order_id) || order_id < 1) return null
  return {
    ...paymentOf(intent),
    order_id,
    paid_at: new Date(intent.created * 1000),
    destination_account: idOf(intent.transfer_data?.destination ?? null),
    platform_share_cents: intent.application_fee_amount ?? 0,
  }
}

const findPayment = async ({ paymentIntents }: Stripe, reference: string): Promise<Stripe.PaymentIntent | null> => {
  try {
    return await paymentIntents.retrieve(reference, { expand: EXPANDED })
  } catch (error) {
    if (error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

/** A payment may be charged back in several parts. */
const disputesOf = async (stripe: Stripe, payment_intent: string): Promise<Disputes> => {
  const disputes: Stripe.Dispute[] = []
  for await (const dispute of stripe.disputes.list({ payment_intent, limit: 100 }))
    if (!isInquiry(dispute)) disputes.push(dispute)
  const lost = disputes.filter(({ status }) => status === 'lost')
  const isDecided = disputes.every(({ status }) => status === 'lost' || status === 'won')
  return {
    dispute: disputes.length === 0 ? null : !isDecided ? 'open' : lost.length > 0 ? 'lost' : 'won',
    disputes: disputes.length,
    lost_cents: lost.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** See `Payments.listPayments`. */
export const listPayments = async (stripe: Stripe, since: Date, also: readonly string[]): Promise<ListedPayment[]> => {
  const within = { created: { gte: seconds(since) }, limit: 100 }
  const intents = new Map<string, Stripe.PaymentIntent | null>()
  for await (const intent of stripe.paymentIntents.list({ ...within, expand: EXPANDED.map((path) => `data.${path}`) }))
    intents.set(intent.id, intent)
  const ids = new Set<string | null>(also)
  for await (const { payment_intent } of stripe.refunds.list(within)) ids.add(idOf(payment_intent))
  for await (const { payment_intent } of stripe.disputes.list(within)) ids.add(idOf(payment_intent))
  for (const reference of ids)
    if (reference !== null && !intents.has(reference)) intents.set(reference, await findPayment(stripe, reference))
  const listed: ListedPayment[] = []
  for (const intent of intents.values()) {
    const payment = intent && listedOf(intent)
    if (payment)
      listed.push({
        ...payment,
        kept_cents: await netReceived(stripe, intent),
        ...(payment.is_disputed ? await disputesOf(stripe, payment.payment_reference) : UNDISPUTED),
      })
  }
  return listed
}
