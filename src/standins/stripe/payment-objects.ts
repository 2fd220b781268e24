import type { Stripe } from 'stripe'
import { newId, randomText } from './ids.ts'
import type { CheckoutDraft } from './model.ts'
import type { Work } from './work.ts'

export interface Payer {
  email: string | null
  name: string | null
  postal_code?: string | null
}

/** The fee the service charges for a payment: 2.9 % and 30 cents of a card payment, 0.8 % and at most 5 dollars by bank. */
export function feeOf(amount: number, method: 'card' | 'us_bank_account'): number {
  return method === 'card' ? Math.round(amount * 0.029) + 30 : Math.min(500, Math.round(amount * 0.008))
}

const TEST_CARDS = {
  good: { last4: '4242', fingerprint: 'standinGoodCard1' },
  // Succeeds while the buyer is present and is declined whenever it is charged later.
  once: { last4: '0341', fingerprint: 'standinOnceCard1' },
  declined: { last4: '0002', fingerprint: 'standinDeclined1' },
}
export type TestCard = keyof typeof TEST_CARDS

function billingOf(payer: Payer): Stripe.Charge.BillingDetails {
  const address = payer.postal_code
    ? { city: null, country: 'US', line1: null, line2: null, postal_code: payer.postal_code, state: null }
    : null
  return { address, email: payer.email, name: payer.name, phone: null, tax_id: null }
}

const expiryYear = (work: Work) => new Date(work.now * 1000).getUTCFullYear() + 4

export function addCard(work: Work, card: TestCard, payer: Payer, customer: string | null): Stripe.PaymentMethod {
  return work.put('payment_methods', {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: billingOf(payer),
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: expiryYear(work),
      ...TEST_CARDS[card],
      funding: 'credit',
      generated_from: null,
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: work.now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  })
}

export function addBankAccount(work: Work, payer: Payer, customer: string | null): Stripe.PaymentMethod {
  return work.put('payment_methods', {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: billingOf(payer),
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: 'standinBank1',
      last4: '6789',
      networks: null,
      routing_number: '110000000',
      status_details: null,
    },
    created: work.now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'us_bank_account',
  })
}

function detailsOf(method: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  if (method.us_bank_account) {
    const { account_holder_type, account_type, bank_name, last4, routing_number } = method.us_bank_account
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type,
        account_type,
        bank_name,
        fingerprint: 'standinBank1',
        last4,
        payment_reference: null,
        routing_number,
      },
    }
  }
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card!
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint: fingerprint ?? null,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

/** The payment of a session, created at the first attempt to pay. */
export function intentFor(work: Work, session: Stripe.Checkout.Session, draft: CheckoutDraft): Stripe.PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: draft.application_fee_amount,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(24)}`,
    confirmation_method: 'automatic',
    created: work.now,
    currency: session.currency ?? 'usd',
    customer: session.customer,
    customer_account: null,
    description: draft.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: draft.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: draft.receipt_email,
    review: null,
    setup_future_usage: draft.setup_future_usage,
    shipping: null,
    source: null,
    statement_descriptor: draft.statement_descriptor,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    ...(draft.transfer_data && {
      transfer_data: {
        destination: draft.transfer_data.destination,
        ...(draft.transfer_data.amount === null ? {} : { amount: draft.transfer_data.amount }),
      },
    }),
    transfer_group: draft.transfer_group,
  }
}

const OUTCOMES = {
  succeeded: {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: 'approved_by_network',
    reason: null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: 'Payment complete.',
    type: 'authorized',
  },
  failed: {
    advice_code: 'try_again_later',
    network_advice_code: null,
    network_decline_code: '01',
    network_status: 'declined_by_network',
    reason: 'generic_decline',
    risk_level: 'normal',
    risk_score: 12,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  },
} satisfies Record<string, Stripe.Charge.Outcome>

/** One attempt to collect a payment. */
export function chargeFor(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  status: 'failed' | 'pending' | 'succeeded',
): Stripe.Charge {
  const isPaid = status === 'succeeded'
  const destination = intent.transfer_data?.destination
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: status === 'failed' ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'TEST PAYMENT',
    captured: status !== 'failed',
    created: work.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: status === 'failed' ? 'card_declined' : null,
    failure_message: status === 'failed' ? 'Your card was declined.' : null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: status === 'failed' ? OUTCOMES.failed : OUTCOMES.succeeded,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: null,
    status,
    transfer_data: destination ? { amount: intent.transfer_data?.amount ?? null, destination } : null,
    transfer_group: intent.transfer_group,
  }
}

interface Booking {
  amount: number
  fee: number
  type: 'adjustment' | 'charge' | 'payment' | 'refund' | 'refund_failure' | 'transfer'
  reporting_category: string
  source: string
  description: string | null
}

/** One line of the account at the service; `net` is what it changes. */
export function book(work: Work, { amount, fee, ...rest }: Booking): Stripe.BalanceTransaction {
  const details = [
    { amount: fee, application: null, currency: 'usd', description: 'Stripe processing fees', type: 'stripe_fee' },
  ]
  return work.put('balance_transactions', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: work.now + 2 * 24 * 60 * 60,
    balance_type: 'payments',
    created: work.now,
    currency: 'usd',
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : details,
    net: amount - fee,
    status: 'available',
    ...rest,
  })
}
