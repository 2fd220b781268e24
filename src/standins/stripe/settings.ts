import type { Stripe } from 'stripe'

/** The messages that are sent to the webhook addresses when nothing else is asked for. */
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
  /** Where the pages for people stand, without a slash at the end. */
  public_url: string
  merchant_name: string
  /** Sales tax where it is switched on, in per cent. The real rate depends on the address. */
  tax_percent: number
}
