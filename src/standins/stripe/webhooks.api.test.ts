import fs from 'node:fs'
import path from 'node:path'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pauseAfter } from './deliveries.ts'
import { openShop, type Shop, twoBooks, WEBHOOK_SECRET } from './kit.ts'
import { startStripeStandin } from './standin.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const { webhooks } = Stripe

async function paidSession(): Promise<Stripe.Checkout.Session> {
  const { id } = await shop.stripe.checkout.sessions.create(twoBooks)
  return shop.controls.pay(id)
}

describe('messages', () => {
  test('a payment is announced by a message whose signature the client accepts', async () => {
    const session = await paidSession()
    const [message] = shop.messages
    const event = webhooks.constructEvent(message!.body, message!.signature, WEBHOOK_SECRET)
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { id: session.id, payment_status: 'paid', metadata: { order_id: '7' } } },
    })
    expect(message!.host).toMatch(/^core\.localhost:\d+$/)
    expect(() => webhooks.constructEvent(`${message!.body} `, message!.signature, WEBHOOK_SECRET)).toThrow()
    expect(() => webhooks.constructEvent(message!.body, message!.signature, 'whsec_other')).toThrow()
  })

  test('every change of a payment has its message, with the order it belongs to', async () => {
    const { stripe, controls } = shop
    const open = await stripe.checkout.sessions.create(twoBooks)
    await controls.fail(open.id)
    await controls.pay(open.id)
    const intent = String((await stripe.checkout.sessions.retrieve(open.id)).payment_intent)
    await stripe.refunds.create({ payment_intent: intent, amount: 500 })
    const dispute = await controls.dispute(intent)
    await controls.closeDispute(dispute.id, 'lost')
    const late = await stripe.checkout.sessions.create(twoBooks)
    await controls.payByBank(late.id)
    await controls.settle(late.id, false)
    const left = await stripe.checkout.sessions.create(twoBooks)
    await stripe.checkout.sessions.expire(left.id)
    await controls.idle()
    expect(shop.types()).toEqual([
      'payment_intent.payment_failed',
      'checkout.session.completed',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.closed',
      'checkout.session.completed',
      'payment_intent.payment_failed',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
    ])
    const orders = shop.messages.map(({ event }) => {
      const object = event.data.object as { object: string; metadata: { order_id?: string }; payment_intent: string }
      return object.object === 'dispute' ? object.payment_intent : object.metadata.order_id
    })
    expect(orders).toEqual(['7', '7', '7', intent, intent, '7', '7', '7', '7'])
  })

  test('an unaccepted message is sent again after growing pauses until it is accepted', async () => {
    shop.answerWith(500, 302, 404)
    await paidSession()
    expect(shop.messages).toHaveLength(1)
    for (const pause of [1, 2, 4]) {
      await shop.controls.advance(pause - 1)
      const before = shop.messages.length
      await shop.controls.advance(1)
      expect(shop.messages.length - before).toBe(1)
    }
    await shop.controls.advance(3600)
    expect(shop.messages).toHaveLength(4)
    expect(new Set(shop.messages.map(({ event }) => event.id)).size).toBe(1)
    expect(shop.controls.deliveries()).toMatchObject([{ state: 'delivered', attempts: 4, last_status: 200 }])
    const event = await shop.stripe.events.retrieve(shop.messages[0]!.event.id)
    expect(event.pending_webhooks).toBe(0)
  })

  test('pauses double up to an hour, and after three days it gives up', async () => {
    expect([1, 2, 3, 10, 12, 13, 40].map(pauseAfter)).toEqual([1e3, 2e3, 4e3, 512e3, 2048e3, 36e5, 36e5])
    shop.answerWith(...Array.from({ length: 100 }, () => 500))
    await paidSession()
    for (let hour = 0; hour < 76; hour++) await shop.controls.advance(3600)
    expect(shop.controls.deliveries()[0]?.state).toBe('given_up')
    const tries = shop.messages.length
    await shop.controls.advance(24 * 3600)
    expect(shop.messages).toHaveLength(tries)
  })

  test('an event can be sent again any number of times', async () => {
    await paidSession()
    const id = shop.messages[0]!.event.id
    expect(await shop.controls.deliver(id)).toEqual([{ event: id, status: 200, error: null }])
    await shop.controls.deliver(id)
    expect(shop.messages.map(({ event }) => event.id)).toEqual([id, id, id])
    await expect(shop.controls.deliver('evt_unknown')).rejects.toThrow("No such event: 'evt_unknown'")
  })

  test('messages can be held and released in another order', async () => {
    const { stripe, controls } = shop
    controls.hold()
    const session = await paidSession()
    await stripe.refunds.create({ payment_intent: String(session.payment_intent), amount: 100 })
    await controls.advance(60)
    expect(shop.messages).toEqual([])
    await controls.release('reversed')
    expect(shop.types()).toEqual(['charge.refunded', 'checkout.session.completed'])

    controls.hold(['checkout.session.completed'])
    const second = await paidSession()
    await stripe.refunds.create({ payment_intent: String(second.payment_intent) })
    await controls.idle()
    expect(shop.types().slice(2)).toEqual(['charge.refunded'])
    await controls.release([controls.events('checkout.session.completed')[0]!.id])
    expect(shop.types().slice(3)).toEqual(['checkout.session.completed'])
  })

  test('forged messages do not pass the client’s check', async () => {
    const session = await paidSession()
    const forged = { type: 'checkout.session.completed', object: session } as const
    const tenMinutesAgo = Math.floor(Date.now() / 1000) - 600
    await shop.controls.forge({ ...forged, secret: 'whsec_guessed' })
    await shop.controls.forge({ ...forged, signed_at: tenMinutesAgo })
    await shop.controls.forge({ ...forged, body: JSON.stringify({ ...forged, id: 'evt_changed' }) })
    await shop.controls.forge({ ...forged, signature: '' })
    const [, ...forgeries] = shop.messages
    expect(forgeries).toHaveLength(4)
    for (const { body, signature } of forgeries)
      expect(() => webhooks.constructEvent(body, signature, WEBHOOK_SECRET)).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      )
  })
})

describe('a restart', () => {
  test('keeps sessions, payments, keys, the clock and messages that have not arrived', async () => {
    shop.answerWith(503)
    const open = await shop.stripe.checkout.sessions.create(twoBooks, { idempotencyKey: 'order-7' })
    const paid = await paidSession()
    await shop.controls.advance(0)
    await shop.restart()
    await shop.controls.advance(2)
    expect(shop.types()).toEqual(['checkout.session.completed', 'checkout.session.completed'])

    const { stripe, controls } = shop
    expect(await stripe.checkout.sessions.retrieve(paid.id)).toMatchObject({ status: 'complete' })
    const again = await stripe.checkout.sessions.create(twoBooks, { idempotencyKey: 'order-7' })
    expect(again.id).toBe(open.id)
    expect(again.url).toBe(open.url)
    await controls.advance(24 * 3600)
    await shop.restart()
    expect((await shop.stripe.checkout.sessions.retrieve(open.id)).status).toBe('expired')
  })

  test('drops an incompletely written line and refuses a changed file', async () => {
    const session = await paidSession()
    const file = path.join(shop.dir, 'stripe.jsonl')
    await shop.standin.close()
    fs.appendFileSync(file, '[["charges",{"id":"ch_half"')
    await shop.restart()
    expect((await shop.stripe.charges.list()).data).toHaveLength(1)
    const refund = await shop.stripe.refunds.create({ payment_intent: String(session.payment_intent) })
    await shop.restart()
    expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({ amount: 5998 })

    await shop.standin.close()
    fs.appendFileSync(file, 'nonsense\n')
    await expect(shop.restart()).rejects.toThrow(/line \d+ cannot be read/)
    fs.writeFileSync(file, '')
    await shop.restart()
  })
})

describe('a history', () => {
  test('of payments can be written without messages, then read and refunded', async () => {
    const day = (date: string) => ({ paid_at: new Date(`${date}T12:00:00Z`) })
    const buyer = { email: 'ada@example.com', name: 'Ada Example', title: 'First aid at work' }
    const references = shop.controls.recordPayments([
      { order_id: 1, amount_cents: 2999, ...buyer, ...day('2025-01-15') },
      { order_id: 2, amount_cents: 4900, ...buyer, ...day('2025-02-15') },
    ])
    await shop.controls.idle()
    expect(shop.messages).toEqual([])
    const intents = await Promise.all(references.map((id) => shop.stripe.paymentIntents.retrieve(id)))
    expect(intents).toMatchObject([
      { status: 'succeeded', amount: 2999, created: 1736942400, metadata: { order_id: '1' } },
      { status: 'succeeded', amount: 4900, created: 1739620800, metadata: { order_id: '2' } },
    ])
    await shop.stripe.refunds.create({ payment_intent: references[0]! })
    await shop.controls.idle()
    expect(shop.types()).toEqual(['charge.refunded'])
  })
})

describe('several processes', () => {
  test('a second stand-in on the same folder uses the first one and shows its pages', async () => {
    const options = { isAllowed: true, dir: shop.dir, webhookUrls: [], webhookSecret: WEBHOOK_SECRET }
    const second = await startStripeStandin(options)
    expect(second.api).toEqual(shop.standin.api)
    expect(second.controls).toBeUndefined()
    await second.close()
    expect((await shop.stripe.checkout.sessions.list()).data).toEqual([])
  })

  test('exactly one of several that start at once owns the state', async () => {
    await shop.standin.close()
    const options = { isAllowed: true, dir: shop.dir, webhookUrls: [], webhookSecret: WEBHOOK_SECRET }
    const all = await Promise.all(Array.from({ length: 5 }, () => startStripeStandin(options)))
    const owners = all.filter((standin) => standin.controls)
    expect(owners).toHaveLength(1)
    expect(new Set(all.map((standin) => standin.api.port))).toEqual(new Set([owners[0]!.api.port]))
    await Promise.all(all.map((standin) => standin.close()))
    await shop.restart()
  })

  test('a stand-in never starts where it is not allowed', async () => {
    const options = {
      isAllowed: false,
      dir: path.join(shop.dir, 'other'),
      webhookUrls: [],
      webhookSecret: WEBHOOK_SECRET,
    }
    await expect(startStripeStandin(options)).rejects.toThrow('Stand-ins do not run in production.')
    expect(fs.existsSync(options.dir)).toBe(false)
  })
})

describe('test helpers over HTTP', () => {
  test('do the same as the controls, and only if they are enabled', async () => {
    const call = (name: string, body: object) =>
      fetch(`http://127.0.0.1:${shop.standin.api.port}/test_helpers/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const session = await shop.stripe.checkout.sessions.create(twoBooks)
    expect((await call('pay', { session: session.id })).status).toBe(404)
    await shop.close()
    shop = await openShop({ hasTestHelpers: true })
    const { id } = await shop.stripe.checkout.sessions.create(twoBooks)
    const answer = await call('pay', { session: id })
    expect(await answer.json()).toMatchObject({ data: { id, status: 'complete' } })
    expect(await (await call('advance', { seconds: 60 })).json()).toEqual({ data: null })
    expect((await call('pay', { session: id })).status).toBe(400)
  })
})
