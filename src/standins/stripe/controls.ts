import type { Stripe } from 'stripe'
import { createSession } from './checkout/checkout-create.ts'
import { declineCard, payByBank, payByCard, settleBank } from './checkout/checkout-pay.ts'
import { type Order, type Outcome, post, signatureOf } from './deliveries.ts'
import { closeDispute, escalateInquiry, openDispute } from './disputes.ts'
import { noSuch } from './failure.ts'
import { newId } from './ids.ts'
import { API_VERSION, type Delivery } from './model.ts'
import { Params, parseForm } from './params.ts'
import type { Payer } from './payment-objects.ts'
import { failRefund } from './refunds.ts'
import type { State } from './state.ts'
import { BY_A_PERSON, type Work } from './work.ts'

export interface Forgery {
  type: Stripe.Event.Type
  object: object
  id?: string
  /** The correct secret by default; any other makes an invalid signature. */
  secret?: string
  /** The time in the signature, in seconds; the present by default. */
  signed_at?: number
  /** Sent as the header instead of a signature; an empty text sends no header. */
  signature?: string
  /** Sent as the body instead of the signed one. */
  body?: string
}

export interface PastPayment {
  order_id: number
  title: string
  amount_cents: number
  paid_at: Date
  email: string
  name: string
}

function recordPayment(work: Work, { order_id, title, amount_cents, paid_at, email, name }: PastPayment): string {
  const then: Work = { ...work, now: Math.floor(paid_at.getTime() / 1000), emit: () => undefined }
  const form = new URLSearchParams({
    mode: 'payment',
    client_reference_id: String(order_id),
    customer_email: email,
    success_url: work.settings.public_url,
    'metadata[order_id]': String(order_id),
    'payment_intent_data[metadata][order_id]': String(order_id),
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': String(amount_cents),
    'line_items[0][price_data][product_data][name]': title,
  })
  const { id } = createSession(then, new Params(parseForm(form.toString())))
  return String(payByCard(then, id, { email, name }).payment_intent)
}

/** What tests may do beside calling the API: be the buyer, the bank, the network and the clock. */
export interface Controls {
  pay(session: string, payer?: Partial<Payer>): Promise<Stripe.Checkout.Session>
  /** Pays with a card that is declined whenever it is charged later without the buyer. */
  payOnce(session: string, payer?: Partial<Payer>): Promise<Stripe.Checkout.Session>
  fail(session: string, payer?: Partial<Payer>): Promise<Stripe.Checkout.Session>
  /** Pays from a bank account; `settle` decides later whether the money arrives. */
  payByBank(session: string, payer?: Partial<Payer>): Promise<Stripe.Checkout.Session>
  settle(session: string, hasCome: boolean): Promise<Stripe.Checkout.Session>
  /** `charge` may also be the id of its payment; without an amount in cents, everything that is left of it. */
  dispute(charge: string, reason?: string, amount?: number): Promise<Stripe.Dispute>
  /** The bank opens an inquiry about a payment and takes no money. */
  inquire(charge: string): Promise<Stripe.Dispute>
  /** An inquiry becomes a chargeback. */
  escalate(dispute: string): Promise<Stripe.Dispute>
  closeDispute(dispute: string, status: 'lost' | 'won' | 'warning_closed'): Promise<Stripe.Dispute>
  /** The buyer's bank returns a refund that had succeeded. */
  failRefund(refund: string, reason?: string): Promise<Stripe.Refund>
  /** Sends an event once more. */
  deliver(event: string): Promise<Outcome[]>
  hold(types?: string[]): void
  release(order?: Order): Promise<Outcome[]>
  /** Resolves when every due message has been attempted. */
  idle(): Promise<void>
  /** Posts a forged message to the first webhook address; answers the status. */
  forge(forgery: Forgery): Promise<number>
  /** Moves the clock: sessions expire, pauses before the next attempt end. */
  advance(seconds: number): Promise<void>
  /** Carries out the next calls but cuts the connection instead of answering. */
  loseAnswers(count: number): void
  /** Creates payments of the past, which can be viewed and refunded; answers their references. Sends no messages. */
  recordPayments(past: PastPayment[]): string[]
  events(type?: string): Stripe.EventBase[]
  deliveries(): Delivery[]
}

const BUYER: Payer = { email: 'buyer@example.com', name: 'Test Buyer', postal_code: '94103' }

export function controlsOf(state: State): Controls {
  const { store, deliveries, settings } = state

  /** Runs one change and attempts each of its messages once, unless messages are held. */
  async function done<Result>(run: Parameters<typeof state.change<Result>>[1]): Promise<Result> {
    const result = state.change(BY_A_PERSON, run)
    await deliveries.idle()
    return result
  }

  function chargeId(id: string): string {
    if (!id.startsWith('pi_')) return id
    const intent = store.find('payment_intents', id)
    if (typeof intent?.latest_charge !== 'string') throw noSuch('payment_intent', id)
    return intent.latest_charge
  }

  return {
    pay: (session, payer) => done((work) => payByCard(work, session, { ...BUYER, ...payer })),
    payOnce: (session, payer) => done((work) => payByCard(work, session, { ...BUYER, ...payer }, 'once')),
    fail: (session, payer) => done((work) => declineCard(work, session, { ...BUYER, ...payer })),
    payByBank: (session, payer) => done((work) => payByBank(work, session, { ...BUYER, ...payer })),
    settle: (session, hasCome) => done((work) => settleBank(work, session, hasCome)),
    dispute: (charge, reason = 'fraudulent', amount) =>
      done((work) => openDispute(work, chargeId(charge), { reason, part: amount })),
    inquire: (charge) => done((work) => openDispute(work, chargeId(charge), { reason: 'general', is_inquiry: true })),
    escalate: (dispute) => done((work) => escalateInquiry(work, dispute)),
    closeDispute: (dispute, status) => done((work) => closeDispute(work, dispute, status)),
    failRefund: (refund, reason = 'expired_or_canceled_card') => done((work) => failRefund(work, refund, reason)),
    deliver: (event) => deliveries.again(event),
    hold: (types) => deliveries.hold(types),
    release: (order) => deliveries.release(order),
    idle: () => deliveries.idle(),
    async forge({ type, object, id = newId('evt'), secret = settings.webhook_secret, signed_at, signature, body }) {
      const url = settings.webhook_urls[0]
      if (!url) throw new Error('There is no webhook address.')
      const event: Stripe.EventBase = {
        id,
        object: 'event',
        api_version: API_VERSION,
        created: Math.floor(store.now() / 1000),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: BY_A_PERSON,
        type,
      }
      const signed = JSON.stringify(event)
      const header = signature ?? signatureOf(signed, secret, signed_at)
      return post(url, body ?? signed, header === '' ? {} : { 'stripe-signature': header })
    },
    async advance(seconds) {
      store.change((tx) => {
        const ahead = (tx.find('clock', 'clock')?.ahead ?? 0) + seconds
        tx.put('clock', { id: 'clock', ahead })
      })
      state.refresh()
      await deliveries.idle()
    },
    loseAnswers: (count) => state.loseAnswers(count),
    recordPayments: (past) => state.change(BY_A_PERSON, (work) => past.map((payment) => recordPayment(work, payment))),
    events: (type) => store.list('events').filter((event) => !type || event.type === type),
    deliveries: () => store.list('deliveries'),
  }
}
