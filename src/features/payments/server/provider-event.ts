import type { Stripe } from 'stripe'
import { checkoutOf, isInquiry, OFF_SESSION, taxIn } from '#platform/payments/payments.ts'
import type { PaymentMessage } from '../rules/message.ts'
import type { DisputeReport } from './disputes.ts'

/** What a message of the provider says, as far as orders are concerned. */
export type ProviderEvent =
  | {
      about: 'checkout'
      order_id: number | null
      /** Null for a saved card that was charged without a page. */
      checkout_id: string | null
      success_url: string | null
      message: Omit<PaymentMessage, 'is_own_page'>
    }
  /** Something has become of the refunds of a payment; what, the provider is asked. */
  | { about: 'refund'; order_id: number | null; payment_reference: string }
  | ({ about: 'dispute'; order_id: number | null } & DisputeReport)

const KINDS: Partial<Record<Stripe.Event.Type, PaymentMessage['kind']>> = {
  'checkout.session.completed': 'paid',
  'checkout.session.async_payment_succeeded': 'paid',
  'checkout.session.async_payment_failed': 'not_paid',
  'checkout.session.expired': 'closed',
}

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'object' ? (value?.id ?? null) : (value ?? null)

const orderIn = (metadata: Record<string, string> | null | undefined): number | null => {
  const id = Number(metadata?.order_id)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

type DisputeEvent =
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeFundsWithdrawnEvent
  | Stripe.ChargeDisputeClosedEvent

/** An inquiry that grows into a chargeback is not announced again: the money that is taken says so. */
const isAboutDispute = (event: Stripe.Event): event is DisputeEvent =>
  event.type === 'charge.dispute.created' ||
  event.type === 'charge.dispute.funds_withdrawn' ||
  event.type === 'charge.dispute.closed'

type RefundEvent = Stripe.RefundFailedEvent | Stripe.RefundUpdatedEvent | Stripe.ChargeRefundUpdatedEvent

/** Older accounts of the provider say by the last one what newer ones say by the others. */
const isAboutRefund = (event: Stripe.Event): event is RefundEvent =>
  event.type === 'refund.failed' || event.type === 'refund.updated' || event.type === 'charge.refund.updated'

/** Reads a message whose signature has been checked; null for those that say nothing about orders. */
export const readProviderEvent = (event: Stripe.Event): ProviderEvent | null => {
  const kind = KINDS[event.type]
  if (kind) {
    const session = event.data.object as Stripe.Checkout.Session
    const { checkout_id, order_id, is_paid, payment_reference, total_cents, tax_cents, currency } = checkoutOf(session)
    // A bank payment ends the page before the money has arrived; `complete` says nothing about the money.
    const outcome = kind === 'paid' && !is_paid ? 'awaiting' : kind
    return {
      about: 'checkout',
      order_id,
      checkout_id,
      success_url: session.success_url,
      message: { kind: outcome, payment_reference, total_cents, tax_cents, currency },
    }
  }
  if (event.type === 'payment_intent.succeeded' || event.type === 'payment_intent.payment_failed') {
    const intent = event.data.object
    // Payments of a page are reported by the page's own messages.
    if (intent.metadata[OFF_SESSION] !== 'yes') return null
    const kind = event.type === 'payment_intent.succeeded' ? 'paid' : 'not_paid'
    return {
      about: 'checkout',
      order_id: orderIn(intent.metadata),
      checkout_id: null,
      success_url: null,
      message: {
        kind,
        payment_reference: intent.id,
        total_cents: intent.amount_received,
        tax_cents: taxIn(intent),
        currency: intent.currency,
      },
    }
  }
  if (event.type === 'charge.refunded') {
    const charge = event.data.object
    const reference = idOf(charge.payment_intent)
    if (!reference) return null
    return { about: 'refund', order_id: orderIn(charge.metadata), payment_reference: reference }
  }
  if (isAboutRefund(event)) {
    const { payment_intent, status } = event.data.object
    const reference = idOf(payment_intent)
    // That one was made is said by the charge.
    if (!reference || (status !== 'failed' && status !== 'canceled')) return null
    return { about: 'refund', order_id: null, payment_reference: reference }
  }
  if (isAboutDispute(event)) {
    const dispute = event.data.object
    const reference = idOf(dispute.payment_intent)
    if (!reference || isInquiry(dispute)) return null
    const status = event.type !== 'charge.dispute.closed' ? 'open' : dispute.status === 'lost' ? 'lost' : 'won'
    return {
      about: 'dispute',
      order_id: orderIn(dispute.metadata),
      payment_reference: reference,
      dispute_reference: dispute.id,
      status,
      amount_cents: dispute.amount,
      opened_at: new Date(dispute.created * 1000),
    }
  }
  return null
}
