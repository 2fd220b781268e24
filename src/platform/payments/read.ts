import type { Stripe } from 'stripe'
import type { Checkout, Payment, PaymentAccount } from './types.ts'

/** The id of a record that the provider names or shows in full. */
export const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference

/** A time as the provider counts it. */
export const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** A checkout as the product reads it, from a call or out of a message. */
export function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  const order = Number(session.metadata?.order_id ?? session.client_reference_id)
  return {
    checkout_id: session.id,
    order_id: Number.isSafeInteger(order) && order > 0 ? order : null,
    status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    is_paid: session.payment_status === 'paid',
    url: session.url,
    payment_reference: idOf(session.payment_intent),
    total_cents: session.amount_total ?? 0,
    tax_cents: session.total_details?.amount_tax ?? 0,
    currency: session.currency ?? 'usd',
    customer_email: session.customer_details?.email ?? session.customer_email,
  }
}

/** An account as the product reads it, from a call or out of a message. */
export const accountOf = (account: Stripe.Account): PaymentAccount => ({
  account_id: account.id,
  is_ready: account.charges_enabled && account.payouts_enabled,
  is_submitted: account.details_submitted,
  open_requirements: account.requirements?.currently_due ?? [],
})

/** A payment as the product reads it; the charge and its fee must be expanded. */
export function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const transaction = typeof charge?.balance_transaction === 'object' ? charge?.balance_transaction : null
  return {
    payment_reference: intent.id,
    amount_cents: intent.amount,
    refunded_cents: charge?.amount_refunded ?? 0,
    fee_cents: transaction?.fee ?? null,
    is_paid: intent.status === 'succeeded',
    is_disputed: charge?.disputed ?? false,
  }
}

const HOUR_MS = 3_600_000
const KEY_MS = 23 * HOUR_MS
/** Whether the provider may have forgotten the key of a call that was made first at this time. */
export const isKeyOld = (asked_at: Date | undefined): asked_at is Date =>
  asked_at !== undefined && Date.now() - asked_at.getTime() > KEY_MS

/** Made since then by the clock of the provider, which may go behind ours. */
export const madeSince = (asked_at: Date) => ({ gte: seconds(new Date(asked_at.getTime() - HOUR_MS)) })

/** Whether a bank only asks about a payment: no money is taken, and it is not a chargeback yet. */
export const isInquiry = ({ status }: Pick<Stripe.Dispute, 'status'>): boolean => status.startsWith('warning_')
