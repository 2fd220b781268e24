import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Shop, WEBHOOK_SECRET } from '#standins/stripe/kit.ts'
import {
  type CheckoutRequest,
  checkoutOf,
  choosePayments,
  createPayments,
  type Payments,
  type PaymentsErrorCode,
} from './payments.ts'

let shop: Shop
let payments: Payments

const connect = () =>
  createPayments({
    mode: 'on',
    secret_key: shop.standin.secretKey,
    webhook_secret: WEBHOOK_SECRET,
    api: shop.standin.api,
  })

beforeEach(async () => {
  shop = await openShop()
  payments = connect()
})
afterEach(() => shop.close())

const request = (): CheckoutRequest => ({
  order_id: 7,
  items: [
    { title: 'First aid at work', quantity: 2, unit_price_cents: 2999 },
    { title: 'Fire safety', quantity: 1, unit_price_cents: 1001, description: 'With a drill' },
  ],
  customer_email: 'ada@example.com',
  success_url: 'http://core.localhost:4100/orders/success/course?order=7',
  cancel_url: 'http://core.localhost:4100/checkout/course',
  idempotency_key: 'order-7',
  automatic_tax: false,
  expires_at: new Date(Date.now() + 24 * 3600 * 1000 - 1000),
  merchant_name: 'Core Academy',
})

const codeOf = (code: PaymentsErrorCode) => expect.objectContaining({ name: 'PaymentsError', code })

async function paidCheckout(): Promise<{ checkout_id: string; payment_reference: string }> {
  const { checkout_id } = await payments.createCheckout(request())
  await shop.controls.pay(checkout_id)
  const { payment_reference } = await payments.retrieveCheckout(checkout_id)
  return { checkout_id, payment_reference: payment_reference! }
}

const DAY = 24 * 3600 * 1000
/** A day passes at the provider, which then no longer knows the key. */
const forget = async () => {
  await shop.controls.advance(DAY / 1000 + 60)
  await shop.restart()
  payments = connect()
}

describe('a checkout', () => {
  test('is paid on the provider’s page and read with its order (INT-009)', async () => {
    const checkout = request()
    const { checkout_id, url } = await payments.createCheckout(checkout)
    const page = await (await fetch(url!)).text()
    for (const text of ['Pay Core Academy', 'First aid at work', 'Fire safety', '$69.99']) expect(page).toContain(text)
    const before = await payments.retrieveCheckout(checkout_id)
    expect(before).toMatchObject({ order_id: 7, status: 'open', is_paid: false, payment_reference: null })

    const pressed = await fetch(url!, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ do: 'pay' }) })
    expect(pressed.headers.get('location')).toBe(checkout.success_url)
    expect(await payments.retrieveCheckout(checkout_id)).toEqual({
      checkout_id,
      order_id: 7,
      status: 'complete',
      is_paid: true,
      url: null,
      payment_reference: expect.stringMatching(/^pi_/),
      total_cents: 6999,
      tax_cents: 0,
      currency: 'usd',
      customer_email: 'ada@example.com',
    })
  })

  test('is the same for the same key, however often it is requested', async () => {
    const checkout = request()
    const all = await Promise.all([payments.createCheckout(checkout), payments.createCheckout(checkout)])
    expect(all[1]).toEqual(all[0])
    shop.controls.loseAnswers(1)
    expect(await payments.createCheckout(checkout)).toEqual(all[0])
    await expect(payments.createCheckout({ ...checkout, order_id: 8 })).rejects.toEqual(codeOf('payment_refused'))
  })

  test('that is closed cannot be paid, closing twice is no error, and a buyer who paid first is reported', async () => {
    const { checkout_id, url } = await payments.createCheckout(request())
    expect(await payments.expireCheckout(checkout_id)).toMatchObject({ status: 'expired', is_paid: false })
    expect(await payments.expireCheckout(checkout_id)).toMatchObject({ status: 'expired', is_paid: false })
    await fetch(url!, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ do: 'pay' }) })
    expect(await payments.retrieveCheckout(checkout_id)).toMatchObject({ status: 'expired', is_paid: false })

    const faster = await payments.createCheckout({ ...request(), order_id: 8, idempotency_key: 'order-8' })
    await shop.controls.pay(faster.checkout_id)
    expect(await payments.expireCheckout(faster.checkout_id)).toMatchObject({ status: 'complete', is_paid: true })
    await expect(payments.expireCheckout('cs_test_unknown')).rejects.toEqual(codeOf('payment_not_found'))
  })

  test('closes automatically at its time', async () => {
    const { checkout_id } = await payments.createCheckout(request())
    await shop.controls.advance(24 * 3600)
    expect(await payments.retrieveCheckout(checkout_id)).toMatchObject({ status: 'expired' })
    expect(shop.types()).toEqual(['checkout.session.expired'])
  })

  test('includes the provider’s sales tax in its total', async () => {
    const { checkout_id } = await payments.createCheckout({ ...request(), automatic_tax: true })
    await shop.controls.pay(checkout_id)
    // 8.25 % of 59.98 and of 10.01, each rounded
    const tax = 495 + 83
    expect(await payments.retrieveCheckout(checkout_id)).toMatchObject({ total_cents: 6999 + tax, tax_cents: tax })
  })
})

describe('a refund', () => {
  test('returns part or all, once per key, and never more than is left', async () => {
    const { payment_reference } = await paidCheckout()
    const part = { payment_reference, amount_cents: 1000, idempotency_key: 'refund-1' }
    const refund = await payments.refund(part)
    expect(refund).toMatchObject({ amount_cents: 1000, status: 'succeeded' })
    expect(await payments.refund(part)).toEqual(refund)
    const tooLarge = { payment_reference, amount_cents: 6000, idempotency_key: 'refund-2' }
    await expect(payments.refund(tooLarge)).rejects.toEqual(codeOf('refund_too_large'))
    await payments.refund({ payment_reference, amount_cents: 5999, idempotency_key: 'refund-3' })
    const nothingLeft = { payment_reference, amount_cents: 1, idempotency_key: 'refund-4' }
    await expect(payments.refund(nothingLeft)).rejects.toEqual(codeOf('refund_too_large'))
    expect(await payments.retrievePayment(payment_reference)).toEqual({
      payment_reference,
      amount_cents: 6999,
      refunded_cents: 6999,
      fee_cents: 233,
      is_paid: true,
      is_disputed: false,
    })
  })

  test('is made once even after the provider has forgotten its key (ORD-022)', async () => {
    const { payment_reference } = await paidCheckout()
    const part = { payment_reference, amount_cents: 1000, idempotency_key: 'refund-1' }
    const refund = await payments.refund(part)
    await payments.refund({ ...part, idempotency_key: 'refund-2' })
    await forget()
    const asked_at = new Date(Date.now() - DAY)
    expect(await payments.refund({ ...part, asked_at })).toEqual(refund)
    expect(await payments.retrievePayment(payment_reference)).toMatchObject({ refunded_cents: 2000 })
    await payments.refund({ ...part, idempotency_key: 'refund-3', asked_at })
    expect(await payments.retrievePayment(payment_reference)).toMatchObject({ refunded_cents: 3000 })
  })

  test('of zero, or of an unknown or disputed payment, has its own error', async () => {
    const { payment_reference } = await paidCheckout()
    const nothing = { payment_reference, amount_cents: 0, idempotency_key: 'refund-1' }
    await expect(payments.refund(nothing)).rejects.toEqual(codeOf('payment_refused'))
    const unknown = { payment_reference: 'pi_unknown', amount_cents: 1, idempotency_key: 'refund-2' }
    await expect(payments.refund(unknown)).rejects.toEqual(codeOf('payment_not_found'))
    await shop.controls.dispute(payment_reference)
    const disputed = { payment_reference, amount_cents: 1, idempotency_key: 'refund-3' }
    await expect(payments.refund(disputed)).rejects.toEqual(codeOf('payment_disputed'))
    expect(await payments.retrievePayment(payment_reference)).toMatchObject({ is_disputed: true, refunded_cents: 0 })
  })
})

describe('a saved card', () => {
  test.each(['charged', 'refused'] as const)(
    'is %s once for an order, also after the provider has forgotten the key (ORD-009, ORD-012)',
    async (answer) => {
      const { checkout_id } = await payments.createCheckout({ ...request(), saves_card: true })
      await shop.controls[answer === 'charged' ? 'pay' : 'payOnce'](checkout_id)
      const { payment_reference } = await payments.retrieveCheckout(checkout_id)
      const charge = {
        order_id: 8,
        card_reference: payment_reference!,
        amount_cents: 9900,
        title: 'Business, monthly',
        customer_email: 'ada@example.com',
        idempotency_key: 'instalment-8',
      }
      const count = async () => (await payments.stripe.paymentIntents.list({ limit: 100 })).data.length
      expect(await payments.chargeSavedCard(charge)).toBe(answer)
      expect(await count()).toBe(2)
      await forget()
      const asked_at = new Date(Date.now() - DAY)
      expect(await payments.chargeSavedCard({ ...charge, asked_at })).toBe(answer)
      expect(await count()).toBe(2)
      await payments.chargeSavedCard({ ...charge, order_id: 9, idempotency_key: 'instalment-9', asked_at })
      expect(await count()).toBe(3)
    },
  )
})

describe('a payment account', () => {
  test('is onboarded on the provider’s page, then receives money less the platform’s share (INT-009)', async () => {
    const onboarding = {
      account_id: null,
      idempotency_key: 'account-of-portal-3',
      email: 'owner@example.com',
      business_name: 'Hill Training',
      return_url: 'http://core.localhost:4100/admin/settings',
      refresh_url: 'http://core.localhost:4100/admin/settings?onboarding=again',
    }
    const { account_id, url } = await payments.accountOnboarding(onboarding)
    const again = await payments.accountOnboarding(onboarding)
    expect(again.account_id).toBe(account_id)
    expect(await payments.retrieveAccount(account_id)).toMatchObject({ is_ready: false, is_submitted: false })
    const pressed = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })
    expect(pressed.headers.get('location')).toBe(onboarding.return_url)
    expect(await payments.retrieveAccount(account_id)).toEqual({
      account_id,
      is_ready: true,
      is_submitted: true,
      open_requirements: [],
    })

    const destination = { account_id, platform_share_cents: 999 }
    const { checkout_id } = await payments.createCheckout({ ...request(), destination })
    await shop.controls.pay(checkout_id)
    const { data } = await payments.stripe.transfers.list({ destination: account_id })
    expect(data.map((transfer) => transfer.amount)).toEqual([6000])
    const { payment_reference } = await payments.retrieveCheckout(checkout_id)
    const refund = { payment_reference: payment_reference!, amount_cents: 6999, idempotency_key: 'refund-1' }
    await payments.refund({ ...refund, is_transfer_reversed: true })
    expect((await payments.stripe.transfers.retrieve(data[0]!.id)).reversed).toBe(true)
  })
})

describe('a message of the provider', () => {
  test('is accepted if its signature is right, and names the order', async () => {
    const { checkout_id, payment_reference } = await paidCheckout()
    const [message] = shop.messages
    const result = payments.verifyWebhook(Buffer.from(message!.body), message!.signature)
    if (!result.is_genuine || result.event.type !== 'checkout.session.completed') throw new Error('not the message')
    expect(checkoutOf(result.event.data.object)).toMatchObject({ checkout_id, payment_reference, order_id: 7 })
  })

  test('is refused if anything about it is wrong', async () => {
    await paidCheckout()
    const [{ body, signature }] = shop.messages as [Shop['messages'][number]]
    for (const [wrong, header] of [
      [body.replace('"7"', '"8"'), signature],
      [body, signature.replace(/v1=../, 'v1=zz')],
      [body, undefined],
      [body, 'v1=deadbeef'],
      ['', signature],
    ] as const)
      expect(payments.verifyWebhook(wrong, header)).toMatchObject({ is_genuine: false, reason: expect.any(String) })
    await shop.controls.forge({ type: 'charge.refunded', object: {}, signed_at: Math.floor(Date.now() / 1000) - 301 })
    const late = shop.messages.at(-1)!
    expect(payments.verifyWebhook(late.body, late.signature)).toMatchObject({
      is_genuine: false,
      reason: 'Timestamp outside the tolerance zone',
    })
  })
})

describe('without a payment provider', () => {
  test('every call says so and no message is accepted', async () => {
    const off = createPayments({ mode: 'off' })
    expect(off.is_on).toBe(false)
    await expect(off.createCheckout(request())).rejects.toEqual(codeOf('payments_off'))
    await expect(off.retrieveCheckout('cs_1')).rejects.toEqual(codeOf('payments_off'))
    await expect(off.expireCheckout('cs_1')).rejects.toEqual(codeOf('payments_off'))
    const refund = { payment_reference: 'pi_1', amount_cents: 1, idempotency_key: 'r' }
    await expect(off.refund(refund)).rejects.toEqual(codeOf('payments_off'))
    await expect(off.retrieveAccount('acct_1')).rejects.toEqual(codeOf('payments_off'))
    expect(() => off.stripe).toThrow(codeOf('payments_off'))
    await paidCheckout()
    const [message] = shop.messages
    expect(off.verifyWebhook(message!.body, message!.signature).is_genuine).toBe(false)
  })

  test('an unreachable provider has its own error', async () => {
    await shop.standin.close()
    await expect(payments.retrieveCheckout('cs_test_1')).rejects.toEqual(codeOf('payments_unreachable'))
  })
})

describe('the payment provider', () => {
  const standin = async () => ({
    api: shop.standin.api,
    secretKey: shop.standin.secretKey,
    webhookSecret: WEBHOOK_SECRET,
  })
  const never = () => Promise.reject(new Error('a stand-in was started'))

  test('is the stand-in without a key, and the whole product runs on it', async () => {
    const config = await choosePayments({ has_standins: true }, standin)
    payments = createPayments(config)
    expect((await paidCheckout()).payment_reference).toMatch(/^pi_/)
  })

  test('is the real service with a key, whatever else is allowed', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    for (const has_standins of [true, false])
      expect(await choosePayments({ has_standins, ...keys }, never)).toEqual({
        mode: 'on',
        secret_key: 'sk_test_1',
        webhook_secret: 'whsec_1',
      })
    const real = createPayments({ mode: 'on', secret_key: 'sk_test_1', webhook_secret: 'whsec_1' })
    expect(real.stripe.getApiField('host')).toBe('api.stripe.com')
    expect(real.stripe.getMaxNetworkRetries()).toBe(2)
    expect(real.stripe.getTelemetryEnabled()).toBe(false)
  })

  test('is absent in production without a key: no stand-in starts', async () => {
    expect(await choosePayments({ has_standins: false }, never)).toEqual({ mode: 'off' })
    expect(await choosePayments({ has_standins: false, STRIPE_SECRET_KEY: 'sk_live_1' }, never)).toEqual({
      mode: 'off',
    })
  })
})
