import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, openShop, type Shop, twoBooks } from './kit.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const { errors } = Stripe

/** The error of a call that is expected to fail. */
async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof errors.StripeError>> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(errors.StripeError)
  return error as InstanceType<typeof errors.StripeError>
}

async function paidIntent(total = 5998): Promise<string> {
  const item = { ...twoBooks.line_items[0]!, quantity: 1 }
  const price_data = { ...item.price_data, unit_amount: total }
  const session = await shop.stripe.checkout.sessions.create({ ...twoBooks, line_items: [{ ...item, price_data }] })
  const paid = await shop.controls.pay(session.id)
  return String(paid.payment_intent)
}

describe('checkout sessions', () => {
  test('a session is created, read, listed and paid by the unmodified client', async () => {
    const session = await shop.stripe.checkout.sessions.create(twoBooks)
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 5998,
      currency: 'usd',
      customer_email: 'ada@example.com',
      client_reference_id: '7',
      metadata: { order_id: '7' },
    })
    expect(session.url).toBe(`http://127.0.0.1:${shop.standin.api.port}/pay/${session.id}`)

    await shop.controls.pay(session.id)
    const paid = await shop.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['line_items', 'payment_intent.latest_charge.balance_transaction'],
    })
    const intent = paid.payment_intent as Stripe.PaymentIntent
    const charge = intent.latest_charge as Stripe.Charge
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    expect(paid.line_items?.data).toMatchObject([{ description: 'First aid at work', quantity: 2, amount_total: 5998 }])
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 5998, metadata: { order_id: '7' } })
    expect(charge).toMatchObject({ paid: true, amount: 5998, metadata: { order_id: '7' } })
    // 2.9% of 59.98 is 1.74 (rounded), plus 30 cents.
    expect(charge.balance_transaction).toMatchObject({ amount: 5998, fee: 204, net: 5794 })

    const listed = await shop.stripe.checkout.sessions.list({ payment_intent: intent.id })
    expect(listed.data.map((one) => one.id)).toEqual([session.id])
    const items = await shop.stripe.checkout.sessions.listLineItems(session.id, { expand: ['data.price.product'] })
    expect(items.data[0]?.price?.product).toMatchObject({ object: 'product', name: 'First aid at work' })
    expect(items.data[0]?.price?.unit_amount_decimal?.toString()).toBe('2999')
  })

  test('a declined card leaves the session open, and the next card pays', async () => {
    const session = await shop.stripe.checkout.sessions.create(twoBooks)
    const declined = await shop.controls.fail(session.id)
    expect(declined).toMatchObject({ status: 'open', payment_status: 'unpaid' })
    const intent = await shop.stripe.paymentIntents.retrieve(String(declined.payment_intent))
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
    })
    const paid = await shop.controls.pay(session.id)
    expect(paid.payment_intent).toBe(intent.id)
    const charges = await shop.stripe.charges.list({ payment_intent: intent.id })
    expect(charges.data.map((charge) => charge.status)).toEqual(['succeeded', 'failed'])
    const refund = await shop.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({ amount: 5998, charge: charges.data[0]?.id })
  })

  test('an expired session cannot be paid and a paid one cannot be expired', async () => {
    const open = await shop.stripe.checkout.sessions.create(twoBooks)
    expect(await shop.stripe.checkout.sessions.expire(open.id)).toMatchObject({ status: 'expired', url: null })
    await expect(shop.controls.pay(open.id)).rejects.toThrow('This Checkout Session is expired.')
    const paid = await shop.stripe.checkout.sessions.create(twoBooks)
    await shop.controls.pay(paid.id)
    const error = await errorOf(shop.stripe.checkout.sessions.expire(paid.id))
    expect(error).toBeInstanceOf(errors.StripeInvalidRequestError)
    expect(error.message).toBe(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `complete`.',
    )
  })

  test('a session expires at its time, at most a day after it was opened', async () => {
    const now = Math.floor(Date.now() / 1000)
    const soon = await shop.stripe.checkout.sessions.create({ ...twoBooks, expires_at: now + 3600 })
    const later = await shop.stripe.checkout.sessions.create(twoBooks)
    await shop.controls.advance(3600)
    expect((await shop.stripe.checkout.sessions.retrieve(soon.id)).status).toBe('expired')
    expect((await shop.stripe.checkout.sessions.retrieve(later.id)).status).toBe('open')
    await shop.controls.advance(24 * 3600 - 3600)
    expect((await shop.stripe.checkout.sessions.retrieve(later.id)).status).toBe('expired')
    const error = await errorOf(shop.stripe.checkout.sessions.create({ ...twoBooks, expires_at: now + 49 * 3600 }))
    expect(error).toMatchObject({ statusCode: 400, param: 'expires_at' })
  })

  test('sales tax is added once the buyer’s location is known', async () => {
    const session = await shop.stripe.checkout.sessions.create({ ...twoBooks, automatic_tax: { enabled: true } })
    expect(session.automatic_tax).toMatchObject({ enabled: true, status: 'requires_location_inputs' })
    expect(session.amount_total).toBe(5998)
    const paid = await shop.controls.pay(session.id)
    // 8.25 % of 59.98
    expect(paid).toMatchObject({ amount_subtotal: 5998, amount_total: 6493, total_details: { amount_tax: 495 } })
    const intent = await shop.stripe.paymentIntents.retrieve(String(paid.payment_intent))
    expect(intent.amount_received).toBe(6493)
  })

  test('a bank payment completes the session before the money arrives', async () => {
    const session = await shop.stripe.checkout.sessions.create(twoBooks)
    expect(await shop.controls.payByBank(session.id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    const settled = await shop.controls.settle(session.id, true)
    expect(settled.payment_status).toBe('paid')
    const intent = await shop.stripe.paymentIntents.retrieve(String(settled.payment_intent), {
      expand: ['latest_charge.balance_transaction'],
    })
    expect(intent.latest_charge).toMatchObject({ paid: true, balance_transaction: { fee: 48 } })
  })

  test.each([
    [{ success_url: undefined }, 'success_url', 'parameter_missing'],
    [{ success_url: 'orders' }, 'success_url', 'url_invalid'],
    [{ line_items: [] }, 'line_items', 'parameter_missing'],
    [{ customer: 'cus_nobody', customer_email: undefined }, 'customer', 'resource_missing'],
    [
      { line_items: [{ ...twoBooks.line_items[0]!, quantity: 0 }] },
      'line_items[0][quantity]',
      'parameter_invalid_integer',
    ],
    [{ color: 'red' }, 'color', 'parameter_unknown'],
    [{ mode: undefined }, 'mode', 'parameter_missing'],
  ])('wrong parameters are refused as the service does: %j', async (wrong, param, code) => {
    const error = await errorOf(
      shop.stripe.checkout.sessions.create({ ...twoBooks, ...wrong } as Stripe.Checkout.SessionCreateParams),
    )
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error', param, code })
    expect((await shop.stripe.checkout.sessions.list()).data).toEqual([])
  })

  test('a total below 50 cents is refused', async () => {
    const item = { quantity: 1, price_data: { ...twoBooks.line_items[0]!.price_data, unit_amount: 49 } }
    const error = await errorOf(shop.stripe.checkout.sessions.create({ ...twoBooks, line_items: [item] }))
    expect(error.code).toBe('amount_too_small')
  })
})

describe('idempotency', () => {
  test('the same key and parameters return the same answer and one object', async () => {
    const key = { idempotencyKey: 'order-7' }
    const [first, second] = await Promise.all([
      shop.stripe.checkout.sessions.create(twoBooks, key),
      shop.stripe.checkout.sessions.create(twoBooks, key),
    ])
    expect(second).toEqual(first)
    expect([first, second].map((one) => one.lastResponse.headers['idempotent-replayed'])).toContain('true')
    expect((await shop.stripe.checkout.sessions.list()).data).toHaveLength(1)
  })

  test('the same key with other parameters or for another call is an error', async () => {
    const key = { idempotencyKey: 'order-7' }
    await shop.stripe.checkout.sessions.create(twoBooks, key)
    const other = await errorOf(shop.stripe.checkout.sessions.create({ ...twoBooks, client_reference_id: '8' }, key))
    expect(other).toBeInstanceOf(errors.StripeIdempotencyError)
    const elsewhere = await errorOf(shop.stripe.customers.create({ email: 'ada@example.com' }, key))
    expect(elsewhere).toBeInstanceOf(errors.StripeIdempotencyError)
    expect((await shop.stripe.customers.list()).data).toEqual([])
  })

  test('a refund whose answer was lost is made once, though the client calls again', async () => {
    const intent = await paidIntent(5000)
    shop.controls.loseAnswers(1)
    const refund = await shop.stripe.refunds.create({ payment_intent: intent, amount: 2000 })
    const { data } = await shop.stripe.refunds.list({ payment_intent: intent })
    expect(data.map((one) => one.id)).toEqual([refund.id])
  })

  test('a refusal is remembered, an invalid parameter is not, and after a day the key is free', async () => {
    const intent = await paidIntent(5000)
    const key = { idempotencyKey: 'refund-1' }
    const wrong = await errorOf(shop.stripe.refunds.create({ payment_intent: intent, amount: 0 }, key))
    expect(wrong.code).toBe('parameter_invalid_integer')
    await errorOf(shop.stripe.refunds.create({ payment_intent: intent, amount: 5001 }, key))
    const remembered = await errorOf(shop.stripe.refunds.create({ payment_intent: intent, amount: 5001 }, key))
    expect(remembered.headers?.['idempotent-replayed']).toBe('true')
    await shop.controls.advance(25 * 3600)
    await shop.stripe.refunds.create({ payment_intent: intent, amount: 10 }, key)
  })
})

describe('the rest of the API', () => {
  test('customers are created, changed, found and deleted', async () => {
    const ada = await shop.stripe.customers.create({
      email: 'ada@example.com',
      name: 'Ada',
      metadata: { a: '1', b: '2' },
    })
    await shop.stripe.customers.create({ email: 'ben@example.com' })
    const changed = await shop.stripe.customers.update(ada.id, { phone: '+1 555 0100', metadata: { a: '' } })
    expect(changed).toMatchObject({ name: 'Ada', phone: '+1 555 0100', metadata: { b: '2' } })
    const customers = await shop.stripe.customers.list({ email: 'ada@example.com' })
    expect(customers.data.map((customer) => customer.id)).toEqual([ada.id])
    const session = await shop.stripe.checkout.sessions.create({
      ...twoBooks,
      customer: ada.id,
      customer_email: undefined,
    })
    expect(session).toMatchObject({ customer: ada.id, customer_details: { email: 'ada@example.com' } })
    await shop.stripe.customers.del(ada.id)
    expect(await shop.stripe.customers.retrieve(ada.id)).toMatchObject({ deleted: true })
  })

  test('lists are paged in both directions and through the client’s own iterator', async () => {
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.unshift((await shop.stripe.customers.create({ name: `${index}` })).id)
    const first = await shop.stripe.customers.list({ limit: 2 })
    expect(first.data.map((one) => one.id)).toEqual(ids.slice(0, 2))
    expect(first.has_more).toBe(true)
    const last = await shop.stripe.customers.list({ limit: 3, starting_after: ids[1]! })
    expect(last.data.map((one) => one.id)).toEqual(ids.slice(2))
    expect(last.has_more).toBe(false)
    const back = await shop.stripe.customers.list({ limit: 2, ending_before: ids[4]! })
    expect(back.data.map((one) => one.id)).toEqual(ids.slice(2, 4))
    const all: string[] = []
    for await (const customer of shop.stripe.customers.list({ limit: 2 })) all.push(customer.id)
    expect(all).toEqual(ids)
  })

  test('events say what happened, with the object as it was at the time', async () => {
    const intent = await paidIntent(5000)
    await shop.stripe.refunds.create({ payment_intent: intent, amount: 2000 })
    await shop.stripe.refunds.create({ payment_intent: intent, amount: 3000 })
    const { data } = await shop.stripe.events.list({ type: 'charge.refunded' })
    const charges = data.map((event) => event.data.object as Stripe.Charge)
    expect(charges.map((charge) => charge.amount_refunded)).toEqual([5000, 2000])
    expect(data[0]?.data.previous_attributes).toEqual({ amount_refunded: 2000, refunded: false })
    expect(data[0]?.api_version).toBe(Stripe.API_VERSION)
    const one = await shop.stripe.events.retrieve(data[1]!.id)
    expect(one.type).toBe('charge.refunded')
  })

  test('an account is onboarded through its link, and an old link leads to a new one', async () => {
    const account = await shop.stripe.accounts.create({
      type: 'express',
      email: 'owner@example.com',
      capabilities: { card_payments: { requested: true } },
    })
    expect(account).toMatchObject({ charges_enabled: false, details_submitted: false })
    const link = await shop.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: 'http://core.localhost:4100/refresh',
      return_url: 'http://core.localhost:4100/return',
    })
    const open = await fetch(link.url)
    expect(await open.text()).toContain('Set up payments for owner@example.com')
    const finish = () => fetch(link.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })
    expect((await finish()).headers.get('location')).toBe('http://core.localhost:4100/return')
    expect((await finish()).headers.get('location')).toBe('http://core.localhost:4100/refresh')
    expect(await shop.stripe.accounts.retrieve(account.id)).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      capabilities: { card_payments: 'active' },
      requirements: { currently_due: [] },
    })
    expect(shop.types()).toEqual(['account.updated'])
  })

  test('no key, a live key, an unknown id and an unknown address each get their own error', async () => {
    const live = await errorOf(clientOf(shop.standin, 'sk_live_1234').charges.list())
    expect(live).toBeInstanceOf(errors.StripeAuthenticationError)
    const unknown = await errorOf(shop.stripe.charges.retrieve('ch_unknown'))
    expect(unknown).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such charge: 'ch_unknown'",
    })
    expect(unknown.requestId).toMatch(/^req_/)
    const nowhere = await errorOf(shop.stripe.coupons.list())
    expect(nowhere.statusCode).toBe(404)
    const foreign = await errorOf(shop.stripe.charges.list({}, { stripeAccount: 'acct_foreign' }))
    expect(foreign).toBeInstanceOf(errors.StripePermissionError)
    const plain = await fetch(`http://127.0.0.1:${shop.standin.api.port}/v1/charges`)
    expect(plain.status).toBe(401)
    await paidIntent()
    const odd = await errorOf(shop.stripe.charges.list({ expand: ['data.color'] }))
    expect(odd.message).toBe('This property cannot be expanded (data.color).')
  })
})
