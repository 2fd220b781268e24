import type { Stripe } from 'stripe'
import { createCustomer } from '../customers.ts'
import { noSuch, StripeFailure } from '../failure.ts'
import { addBankAccount, addCard, book, chargeFor, feeOf, intentFor, type Payer } from '../payment-objects.ts'
import { transferFor } from '../transfers.ts'
import type { Work } from '../work.ts'

type Session = Stripe.Checkout.Session

/** The sales tax of an amount in cents, rounded to the cent, at a rate in percent. */
export function taxOf(amount: number, percent: number): number {
  return Math.round((amount * percent) / 100)
}

function openSession(work: Work, id: string): Session {
  const session = work.find('checkout_sessions', id)
  if (!session) throw noSuch('checkout.session', id)
  if (session.status !== 'open') throw new StripeFailure(`This Checkout Session is ${session.status}.`)
  return session
}

/** Adds the tax per item, as the page showed it, once the buyer's location is known. */
function withTax(work: Work, session: Session): Session {
  if (!session.automatic_tax.enabled || session.automatic_tax.status === 'complete') return session
  const draft = work.find('checkout_drafts', session.id)!
  const items = draft.line_items.map((item) => {
    const tax = taxOf(item.amount_subtotal, work.settings.tax_percent)
    return { ...item, amount_tax: tax, amount_total: item.amount_subtotal + tax }
  })
  work.put('checkout_drafts', { ...draft, line_items: items })
  const tax = items.reduce((sum, item) => sum + item.amount_tax, 0)
  return {
    ...session,
    amount_total: (session.amount_subtotal ?? 0) + tax,
    automatic_tax: { ...session.automatic_tax, status: 'complete' },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: tax },
  }
}

/** The session with tax and customer, and its payment, at the moment the buyer presses the button. */
function begin(work: Work, id: string, payer: Payer): { session: Session; intent: Stripe.PaymentIntent; payer: Payer } {
  const open = withTax(work, openSession(work, id))
  const email = open.customer_details?.email ?? payer.email
  if (!email) throw new StripeFailure('An email address is needed to pay.', { param: 'email' })
  const who = { ...payer, email }
  const address = payer.postal_code
    ? { city: null, country: 'US', line1: null, line2: null, postal_code: payer.postal_code, state: null }
    : null
  const customer =
    open.customer_creation === 'always' && !open.customer
      ? createCustomer(work, { email, name: payer.name }).id
      : open.customer
  const known = typeof open.payment_intent === 'string' ? work.find('payment_intents', open.payment_intent) : undefined
  const session: Session = {
    ...open,
    customer,
    customer_details: {
      address,
      business_name: null,
      email,
      individual_name: payer.name,
      name: payer.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: null,
    },
  }
  const intent = known ?? intentFor(work, session, work.find('checkout_drafts', id)!)
  if (!known) work.emit('payment_intent.created', work.put('payment_intents', intent))
  return {
    session: { ...session, payment_intent: intent.id },
    intent: { ...intent, customer: customer ?? null },
    payer: who,
  }
}

const customerId = (intent: Stripe.PaymentIntent) => (typeof intent.customer === 'string' ? intent.customer : null)

export function paid(work: Work, intent: Stripe.PaymentIntent, charge: Stripe.Charge): Stripe.PaymentIntent {
  const method = charge.payment_method_details?.type === 'us_bank_account' ? 'us_bank_account' : 'card'
  const transaction = book(work, {
    amount: charge.amount,
    fee: feeOf(charge.amount, method),
    type: method === 'card' ? 'charge' : 'payment',
    reporting_category: 'charge',
    source: charge.id,
    description: charge.description,
  })
  const settled: Stripe.Charge = { ...charge, status: 'succeeded', paid: true, balance_transaction: transaction.id }
  const transfer = transferFor(work, settled)
  work.emit('charge.succeeded', work.put('charges', transfer ? { ...settled, transfer: transfer.id } : settled))
  const done = work.put('payment_intents', {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    status: 'succeeded',
  })
  work.emit('payment_intent.succeeded', done)
  return done
}

/** The buyer pays with the good test card: the session is complete and paid. */
export function payByCard(work: Work, id: string, payer: Payer, card: 'good' | 'once' = 'good'): Session {
  const { session, intent, payer: who } = begin(work, id, payer)
  const method = addCard(work, card, who, customerId(intent))
  paid(work, intent, chargeFor(work, intent, method, 'succeeded'))
  return complete(work, session, 'paid')
}

/** The buyer pays from a bank account: the session is complete; days later the money arrives or not. */
export function payByBank(work: Work, id: string, payer: Payer): Session {
  const { session, intent, payer: who } = begin(work, id, payer)
  const method = addBankAccount(work, who, customerId(intent))
  const charge = work.put('charges', chargeFor(work, intent, method, 'pending'))
  work.emit('charge.pending', charge)
  const waiting = work.put('payment_intents', {
    ...intent,
    latest_charge: charge.id,
    payment_method: method.id,
    status: 'processing',
  })
  work.emit('payment_intent.processing', waiting)
  return complete(work, session, 'unpaid')
}

function complete(work: Work, session: Session, payment_status: 'paid' | 'unpaid'): Session {
  const done = work.put('checkout_sessions', { ...session, status: 'complete', payment_status, url: null })
  work.emit('checkout.session.completed', done)
  return done
}

export const DECLINED = {
  advice_code: 'try_again_later',
  code: 'card_declined',
  decline_code: 'generic_decline',
  doc_url: 'https://stripe.com/docs/error-codes/card-declined',
  message: 'Your card was declined.',
  type: 'card_error',
} satisfies Stripe.PaymentIntent.LastPaymentError

export function failed(
  work: Work,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  error: Stripe.PaymentIntent.LastPaymentError,
): void {
  work.emit('charge.failed', work.put('charges', charge))
  const next = work.put('payment_intents', {
    ...intent,
    last_payment_error: { ...error, charge: charge.id },
    latest_charge: charge.id,
    payment_method: null,
    status: 'requires_payment_method',
  })
  work.emit('payment_intent.payment_failed', next)
}

/** The buyer uses the declined card: the session stays open for another attempt. */
export function declineCard(work: Work, id: string, payer: Payer): Session {
  const { session, intent, payer: who } = begin(work, id, payer)
  const method = addCard(work, 'declined', who, customerId(intent))
  failed(work, intent, chargeFor(work, intent, method, 'failed'), { ...DECLINED, payment_method: method })
  return work.put('checkout_sessions', session)
}

/** The bank answers: the money of `payByBank` arrives, or it does not. */
export function settleBank(work: Work, id: string, hasCome: boolean): Session {
  const session = work.find('checkout_sessions', id)
  if (!session) throw noSuch('checkout.session', id)
  const intent = work.find('payment_intents', String(session.payment_intent))
  const charge = intent && work.find('charges', String(intent.latest_charge))
  if (intent?.status !== 'processing' || !charge) throw new StripeFailure('This Checkout Session waits for no bank.')
  if (hasCome) {
    paid(work, intent, charge)
    const done = work.put('checkout_sessions', { ...session, payment_status: 'paid' })
    work.emit('checkout.session.async_payment_succeeded', done)
    return done
  }
  const refusal = {
    ...charge,
    status: 'failed',
    captured: false,
    amount_captured: 0,
    failure_code: 'insufficient_funds',
  } as const
  failed(work, intent, refusal, {
    code: 'payment_intent_payment_attempt_failed',
    message: 'The customer’s account has insufficient funds to cover this payment.',
    type: 'card_error',
  })
  work.emit('checkout.session.async_payment_failed', session)
  return session
}

/** Expires an open session and cancels its payment. */
export function expireSession(work: Work, id: string): Session {
  const session = work.find('checkout_sessions', id)
  if (!session) throw noSuch('checkout.session', id)
  if (session.status !== 'open')
    throw new StripeFailure(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      { param: 'session' },
    )
  const intent = typeof session.payment_intent === 'string' && work.find('payment_intents', session.payment_intent)
  if (intent) {
    const cancelled = { ...intent, status: 'canceled', cancellation_reason: 'expired', canceled_at: work.now } as const
    work.emit('payment_intent.canceled', work.put('payment_intents', cancelled))
  }
  const done = work.put('checkout_sessions', { ...session, status: 'expired', url: null })
  work.emit('checkout.session.expired', done)
  return done
}

/** Expires every open session whose time is over. */
export function expireDue(work: Work): void {
  for (const session of work.list('checkout_sessions').reverse())
    if (session.status === 'open' && session.expires_at <= work.now) expireSession(work, session.id)
}
