import type { Stripe } from 'stripe'

/** The private fields of a checkout session. */
export interface CheckoutDraft {
  id: string
  line_items: Stripe.LineItem[]
  description: string | null
  metadata: Record<string, string>
  receipt_email: string | null
  statement_descriptor: string | null
  transfer_group: string | null
  application_fee_amount: number | null
  transfer_data: { destination: string; amount: number | null } | null
  merchant_name: string
  /** Whether the card may be charged later without the buyer. */
  setup_future_usage: 'off_session' | null
}

export interface OnboardingLink {
  id: string
  account: string
  refresh_url: string
  return_url: string
  expires_at: number
  is_used: boolean
}

/** The answer repeated for a second request with the same key. */
export interface IdempotentAnswer {
  id: string
  path: string
  params: string
  status: number
  body: object
  request_id: string
  created: number
}

export interface Delivery {
  id: string
  event: string
  /** Position in the list of webhook addresses. */
  endpoint: number
  state: 'waiting' | 'delivered' | 'given_up'
  attempts: number
  /** Milliseconds of the stand-in's clock. */
  due_at: number
  last_status: number | null
  last_error: string | null
}

export interface Clock {
  id: 'clock'
  /** How far the stand-in's clock runs ahead of the machine's, in seconds. */
  ahead: number
}

/** The whole state, by table; objects of the service are stored as they are answered. */
export interface Tables {
  accounts: Stripe.Account
  balance_transactions: Stripe.BalanceTransaction
  charges: Stripe.Charge
  checkout_drafts: CheckoutDraft
  checkout_sessions: Stripe.Checkout.Session
  clock: Clock
  customers: Stripe.Customer | Stripe.DeletedCustomer
  deliveries: Delivery
  disputes: Stripe.Dispute
  events: Stripe.EventBase
  idempotent_answers: IdempotentAnswer
  onboarding_links: OnboardingLink
  payment_intents: Stripe.PaymentIntent
  payment_methods: Stripe.PaymentMethod
  products: Stripe.Product
  refunds: Stripe.Refund
  tax_calculations: Stripe.Tax.Calculation & { id: string }
  transfer_reversals: Stripe.TransferReversal
  transfers: Stripe.Transfer
}
export type TableName = keyof Tables

/** The API version of these shapes. */
export const API_VERSION = '2026-10-28.endive'
