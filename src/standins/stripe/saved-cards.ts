import type { Stripe } from 'stripe'
import { DECLINED, failed, paid } from './checkout/checkout-pay.ts'
import { calculationOf } from './checkout/tax.ts'
import { badParam, noSuch, StripeFailure } from './failure.ts'
import { newId } from './ids.ts'
import type { Params } from './params.ts'
import { chargeFor } from './payment-objects.ts'
import type { Work } from './work.ts'

const LEAST_AMOUNT = 50

/** The card, if the buyer agreed to later charges when entering it. */
function savedCard(work: Work, params: Params): { customer: string; method: Stripe.PaymentMethod } {
  const customer = params.required('customer')
  const known = work.find('customers', customer)
  if (!known || known.deleted) throw noSuch('customer', customer, 'customer')
  const id = params.required('payment_method')
  const method = work.find('payment_methods', id)
  if (!method) throw noSuch('PaymentMethod', id, 'payment_method')
  const isSaved = work
    .list('payment_intents')
    .some((intent) => intent.payment_method === id && intent.setup_future_usage === 'off_session')
  if (method.customer !== customer || !isSaved)
    throw new StripeFailure(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    )
  return { customer, method }
}

/**
 * A payment that is created and confirmed in one call while the buyer is away; all other payments use the page. A refused card leaves the payment and its failed charge, and answers 402.
 */
export function chargeSavedCard(work: Work, params: Params): Stripe.PaymentIntent | StripeFailure {
  const amount = params.integer('amount', { min: LEAST_AMOUNT, max: 99_999_999 }) ?? params.missing('amount')
  const currency = params.required('currency').toLowerCase()
  if (currency !== 'usd') throw badParam(`Invalid currency: ${currency}. This account takes usd.`, 'currency')
  if (params.flag('confirm') !== true) throw badParam('This stand-in confirms payments at once.', 'confirm')
  if (params.flag('off_session') !== true) throw badParam('This stand-in takes a buyer who is away.', 'off_session')
  const { customer, method } = savedCard(work, params)
  const calculation = calculationOf(work, params, amount)
  const intent: Stripe.PaymentIntent = work.put('payment_intents', {
    id: newId('pi'),
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created: work.now,
    currency,
    customer,
    customer_account: null,
    description: params.string('description', 1000) ?? null,
    excluded_payment_method_types: null,
    ...(calculation && { hooks: { inputs: { tax: { calculation } } } }),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata(),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.email('receipt_email') ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  })
  work.emit('payment_intent.created', intent)
  if (method.card?.last4 === '4242') return paid(work, intent, chargeFor(work, intent, method, 'succeeded'))
  failed(work, intent, chargeFor(work, intent, method, 'failed'), { ...DECLINED, payment_method: method })
  return new StripeFailure(DECLINED.message, {
    status: 402,
    type: 'card_error',
    code: DECLINED.code,
    decline_code: DECLINED.decline_code,
    payment_intent: work.find('payment_intents', intent.id) ?? intent,
  })
}
