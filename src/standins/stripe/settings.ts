import type { Stripe } from 'stripe'

/** The messages sent to the webhook addresses by default. */
export const SENT_EVENTS: readonly Stripe.Event.Type[] = [
  'account.updated',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.refunded',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'refund.failed',
]

export interface Settings {
  webhook_urls: string[]
  webhook_secret: string
  sent_events: readonly Stripe.Event.Type[]
  /** The address of the pages for people, without a trailing slash. */
  public_url: string
  merchant_name: string
  /** Sales tax in percent, if it is turned on. The real rate depends on the address. */
  tax_percent: number
}
