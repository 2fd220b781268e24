import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { showOrder } from '#features/orders/contract.ts'
import { createOrder } from '#features/orders/server/actions/create-order.ts'
import { openCheckout } from '#features/orders/server/actions/open-checkout.ts'
import { fail } from '#kernel/errors.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { signatureOf } from '#standins/stripe/deliveries.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { listRefunds } from '../contract.ts'
import { handlePaymentMessage } from './actions/handle-message.ts'

const t = testApp()
const shop = shopOf(t)
const ledger = enrolling(t)
const { pending, cancelled, completed, failed, processing } = ORDER_STATUS

type SetUp = { portal: TestPortal; buyer: TestPerson; course: { id: number }; id: number; page: string }

const setUp = async (quantity = 1): Promise<SetUp> => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id, quantity }])
  return { portal, buyer, course, id, page: await shop.pageOf(id) }
}
const statusOf = async (id: number) => (await shop.order(id)).status
const refundsOf = (portal: TestPortal) =>
  t.platform((tx) =>
    tx.selectFrom('refunds').select(['origin', 'status', 'amount_cents']).where('portal_id', '=', portal.id).execute(),
  )
const last = (page: string, type: Stripe.Event.Type) => shop.messagesAbout(page, type).at(-1)!
const delivered = async (portal: TestPortal, ...events: object[]) => {
  const statuses: number[] = []
  for (const event of events) statuses.push((await shop.deliver(portal, event)).statusCode)
  return statuses
}

describe('which messages are accepted as the provider’s (ORD-009, ORD-024)', () => {
  test('a message completes the order, on any portal’s address', async () => {
    const { portal, buyer, id } = await setUp()
    const elsewhere = await shop.portal({ is_paused: true })
    expect(await delivered(elsewhere, await shop.pay(id))).toEqual([200])
    const order = await shop.order(id)
    expect(order).toMatchObject({ status: completed, invoice_number: 'INV-000001', portal_id: portal.id })
    expect(order.payment_reference).toMatch(/^pi_/)
    expect((await shop.enrollmentsOf(buyer.id)).length).toBe(1)
  })

  test('forged, changed, unsigned and old messages are refused and do nothing', async () => {
    const { portal, id, page } = await setUp()
    const message = await shop.pay(id)
    const text = JSON.stringify(message)
    const now = Math.floor(Date.now() / 1000)
    const forged = [
      { signature: signatureOf(text, 'whsec_of_somebody_else') },
      { signature: 't=1,v1=00' },
      { signature: '' },
      { signature: signatureOf(text, shop.secret(), now - 301) },
      { body: text.replace(page, 'cs_test_other') },
    ]
    for (const how of forged) expect((await shop.deliver(portal, message, how)).statusCode).toBe(422)
    expect(await statusOf(id)).toBe(pending)
    expect((await shop.deliver(portal, message, { body: '{"no json' })).statusCode).toBe(422)
    expect(await delivered(portal, message)).toEqual([200])
    expect(await statusOf(id)).toBe(completed)
  })

  test('messages of other kinds and about unknown orders are accepted and do nothing', async () => {
    const { portal, id } = await setUp()
    const message = await shop.pay(id)
    const session = message.data.object as Stripe.Checkout.Session
    const other = { ...message, id: 'evt_unknown_type', type: 'customer.created' }
    const unknown = {
      ...message,
      id: 'evt_unknown_order',
      data: { object: { ...session, client_reference_id: null, metadata: { order_id: '987654321' } } },
    }
    const without = {
      ...message,
      id: 'evt_no_order',
      data: { object: { ...session, client_reference_id: null, metadata: {} } },
    }
    expect(await delivered(portal, other, unknown, without)).toEqual([200, 200, 200])
    expect(await statusOf(id)).toBe(pending)
  })
})

describe('which shop a message belongs to (ORD-009)', () => {
  test('a payment of another shop on the same account affects neither the order with that number nor the money', async () => {
    const { portal, id } = await setUp()
    const other = await setUp()
    const message = await shop.pay(other.id)
    const object = { ...(message.data.object as Stripe.Checkout.Session), metadata: { order_id: String(id) } }
    expect(await delivered(portal, { ...message, id: 'evt_of_another_shop', data: { object } })).toEqual([200])
    expect(await statusOf(id)).toBe(pending)
    expect(await refundsOf(portal)).toEqual([])
  })

  test('a connected account’s own activity completes no order, even if it names one (ORD-009, ORD-024)', async () => {
    const { portal, buyer, id } = await setUp()
    const message = await shop.pay(id)
    expect(await delivered(portal, { ...message, id: 'evt_of_an_account', account: 'acct_of_a_seller' })).toEqual([200])
    expect(await statusOf(id)).toBe(pending)
    // An order paid with a saved card has no page to compare a message with.
    const { checkout_id, success_url } = await shop.order(id)
    const keep = (values: object) =>
      t.platform((tx) => tx.updateTable('orders').set(values).where('id', '=', id).execute())
    await keep({ checkout_id: null, success_url: null })
    const metadata = { order_id: String(id), is_off_session: 'yes' }
    const object = { object: 'payment_intent', id: 'pi_of_a_seller', amount_received: 5000, metadata }
    const charged = { ...message, type: 'payment_intent.succeeded', id: 'evt_of_a_card', data: { object } }
    expect(await delivered(portal, { ...charged, account: 'acct_of_a_seller' })).toEqual([200])
    expect(await statusOf(id)).toBe(pending)
    await keep({ checkout_id, success_url })
    expect(await delivered(portal, message)).toEqual([200])
    expect((await shop.enrollmentsOf(buyer.id)).length).toBe(1)
  })

  test('a page that was opened but not stored is recognized by its return address', async () => {
    const { portal, buyer, id } = await setUp()
    const message = await shop.pay(id)
    const session = message.data.object as Stripe.Checkout.Session
    await t.platform((tx) =>
      tx.updateTable('orders').set({ checkout_id: null, checkout_url: null }).where('id', '=', id).execute(),
    )
    const strange = { ...session, success_url: 'https://shop.example.com/thanks' }
    expect(await delivered(portal, { ...message, id: 'evt_strange', data: { object: strange } })).toEqual([200])
    expect(await statusOf(id)).toBe(pending)
    expect(await delivered(portal, message)).toEqual([200])
    expect(await statusOf(id)).toBe(completed)
    expect((await shop.enrollmentsOf(buyer.id)).length).toBe(1)
  })
})

describe('repeated and simultaneous messages (ORD-012)', () => {
  test('the same message again is accepted and does nothing', async () => {
    const { portal, buyer, course, id } = await setUp(3)
    const message = await shop.pay(id)
    expect(await delivered(portal, message, message, message)).toEqual([200, 200, 200])
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(3)
    const rows = await t.platform((tx) =>
      tx.selectFrom('payment_messages').select(['message_id', 'result']).where('order_id', '=', id).execute(),
    )
    expect(rows).toEqual([{ message_id: message.id, result: 'complete' }])
  })

  test('the same message at the same time, and another with the same news, fulfill once', async () => {
    const { portal, buyer, course, id } = await setUp(3)
    const message = await shop.pay(id)
    const twin = { ...message, id: `${message.id}_twin`, type: 'checkout.session.async_payment_succeeded' }
    const answers = await Promise.all([message, twin, message, twin, message].map((one) => shop.deliver(portal, one)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(3)
    const invoices = await t.platform((tx) =>
      tx.selectFrom('orders').select('invoice_number').where('portal_id', '=', portal.id).execute(),
    )
    expect(invoices).toEqual([{ invoice_number: 'INV-000001' }])
    expect(await refundsOf(portal)).toEqual([])
    expect(await ledger.check()).toEqual([])
  })

  test('orders of one portal paid at the same time get invoice numbers without a gap (ORD-002, ORD-015)', async () => {
    const { portal, buyer, course } = await setUp()
    const messages = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id, quantity: 2 }])
        return shop.pay(id)
      }),
    )
    const answers = await Promise.all(messages.map((message) => shop.deliver(portal, message)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(messages.map(() => 200))
    const rows = await t.platform((tx) =>
      tx
        .selectFrom('orders')
        .select(['number', 'invoice_number'])
        .where('portal_id', '=', portal.id)
        .orderBy('number')
        .execute(),
    )
    expect(rows.map((row) => row.number)).toEqual([
      '100001',
      '100002',
      '100003',
      '100004',
      '100005',
      '100006',
      '100007',
    ])
    expect(rows.flatMap((row) => row.invoice_number ?? []).sort()).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `INV-00000${number}`),
    )
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(12)
  })
})

describe('messages out of order (ORD-007, ORD-009)', () => {
  test('a bank payment waits until the money arrives', async () => {
    const { portal, buyer, id, page } = await setUp()
    await shop.controls().payByBank(page)
    const through = last(page, 'checkout.session.completed')
    expect(await delivered(portal, through)).toEqual([200])
    expect(await statusOf(id)).toBe(processing)
    expect(await shop.enrollmentsOf(buyer.id)).toEqual([])
    await shop.controls().settle(page, true)
    const settled = last(page, 'checkout.session.async_payment_succeeded')
    expect(await delivered(portal, settled, { ...through, id: `${through.id}_again` })).toEqual([200, 200])
    expect(await statusOf(id)).toBe(completed)
    expect((await shop.enrollmentsOf(buyer.id)).length).toBe(1)
  })

  test('the money may be announced before the buyer finishes the page', async () => {
    const { portal, buyer, id, page } = await setUp()
    await shop.controls().payByBank(page)
    await shop.controls().settle(page, true)
    const early = last(page, 'checkout.session.async_payment_succeeded')
    expect(await delivered(portal, early, last(page, 'checkout.session.completed'))).toEqual([200, 200])
    expect(await statusOf(id)).toBe(completed)
    expect((await shop.enrollmentsOf(buyer.id)).length).toBe(1)
  })

  test('an order whose money does not arrive fails, and can be bought again with a new one (ORD-010)', async () => {
    const { portal, buyer, course, id, page } = await setUp()
    await shop.controls().payByBank(page)
    await shop.controls().settle(page, false)
    const messages = [last(page, 'checkout.session.completed'), last(page, 'checkout.session.async_payment_failed')]
    expect(await delivered(portal, ...messages)).toEqual([200, 200])
    expect(await statusOf(id)).toBe(failed)
    await shop.buy(buyer, 'course', [{ id: course.id }])
    expect(await statusOf(id)).toBe(failed)
    expect((await shop.enrollmentsOf(buyer.id)).length).toBe(1)
  })

  test('a declined card leaves the order pending, and the next card pays it', async () => {
    const { portal, id, page } = await setUp()
    await shop.controls().fail(page)
    const declined = shop.controls().events('payment_intent.payment_failed')[0]!
    expect(await delivered(portal, declined)).toEqual([200])
    expect(await statusOf(id)).toBe(pending)
    await shop.complete(portal, id)
    expect(await statusOf(id)).toBe(completed)
  })

  test('an expired page cancels the order, but not a paid one', async () => {
    const { portal, id, page } = await setUp()
    await t.app.services.payments.expireCheckout(page)
    const expired = last(page, 'checkout.session.expired')
    expect(await delivered(portal, expired)).toEqual([200])
    expect(await shop.order(id)).toMatchObject({ status: cancelled, reason: 'The order was not paid in time.' })

    const paid = await setUp()
    await shop.complete(paid.portal, paid.id)
    const object = {
      ...(expired.data.object as Stripe.Checkout.Session),
      id: paid.page,
      metadata: { order_id: String(paid.id) },
    }
    expect(await delivered(paid.portal, { ...expired, id: 'evt_late_expiry', data: { object } })).toEqual([200])
    expect(await statusOf(paid.id)).toBe(completed)
  })
})

describe('money that buys nothing (ORD-046)', () => {
  test('a payment for a canceled order is fully refunded at once, logged and reported to the buyer; the order stays canceled', async () => {
    const { portal, buyer, id } = await setUp()
    const message = await shop.pay(id)
    await t.platform((tx) =>
      tx.updateTable('orders').set({ status: cancelled, cancelled_at: new Date() }).where('id', '=', id).execute(),
    )
    const twin = { ...message, id: `${message.id}_twin` }
    expect(await delivered(portal, message, message, twin)).toEqual([200, 200, 200])
    expect(await refundsOf(portal)).toEqual([{ origin: 'late_payment', status: 'pending', amount_cents: 5000 }])
    await t.app.jobs.drain()
    expect(await refundsOf(portal)).toEqual([{ origin: 'late_payment', status: 'succeeded', amount_cents: 5000 }])
    expect(await statusOf(id)).toBe(cancelled)
    expect(await shop.enrollmentsOf(buyer.id)).toEqual([])
    const reference = String((message.data.object as Stripe.Checkout.Session).payment_intent)
    expect(await t.app.services.payments.retrievePayment(reference)).toMatchObject({ refunded_cents: 5000 })
    const log = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select('action')
        .where('subject_id', '=', id)
        .where('subject_type', '=', 'order')
        .execute(),
    )
    expect(log.map((row) => row.action)).toContain('order.payment_returned')
    const mails = await t.platform((tx) =>
      tx.selectFrom('mails').select('template').where('to_email', '=', buyer.email).execute(),
    )
    expect(mails).toEqual([{ template: 'refund' }])
  })

  test('a failed order’s payment is refunded as well', async () => {
    const { portal, id } = await setUp()
    const message = await shop.pay(id)
    await t.platform((tx) => tx.updateTable('orders').set({ status: failed }).where('id', '=', id).execute())
    expect(await delivered(portal, message)).toEqual([200])
    await t.app.jobs.drain()
    expect(await statusOf(id)).toBe(failed)
    expect(await refundsOf(portal)).toMatchObject([{ status: 'succeeded' }])
  })

  test('a wrong amount fails the order and is refunded', async () => {
    const { portal, buyer, id } = await setUp()
    const message = await shop.pay(id)
    await t.platform((tx) =>
      tx.updateTable('orders').set({ subtotal_cents: 6000, total_cents: 6000 }).where('id', '=', id).execute(),
    )
    expect(await delivered(portal, message)).toEqual([200])
    expect(await shop.order(id)).toMatchObject({
      status: failed,
      reason: 'The amount that was paid is not the amount of the order.',
    })
    expect(await shop.enrollmentsOf(buyer.id)).toEqual([])
    expect(await refundsOf(portal)).toEqual([{ origin: 'not_fulfilled', status: 'pending', amount_cents: 5000 }])
  })

  test('an order that cannot be delivered is undone as a whole, fails, and is refunded (ORD-012)', async () => {
    const portal = await shop.portal()
    const buyer = await t.make.person('learner', { portal })
    const order = await ledger.run(buyer, (tx, ctx) =>
      createOrder(tx, ctx, {
        type: 'subscription',
        buyer: { user_id: buyer.id, email: buyer.email, role: 'learner', has_made_account: false },
        lines: [
          {
            kind: 'subscription',
            item_id: 1,
            title: 'Plan',
            slug: null,
            quantity: 1,
            unit_price_cents: 9900,
            courses: [],
          },
        ],
        success_url: `http://${portal.host}/orders/success/subscription`,
        cancel_url: `http://${portal.host}/cart`,
      }),
    )
    const services = {
      ...t.app.services,
      orderKinds: {
        ...t.app.services.orderKinds,
        subscription: {
          fulfil: async (tx: Parameters<typeof createOrder>[0]) => {
            await tx.updateTable('portals').set({ name: 'Half done' }).where('id', '=', portal.id).execute()
            throw fail('plan_not_enough')
          },
        },
      },
    }
    await openCheckout(t.app.db, services, { portal_id: portal.id, order_id: order.id }, new Date())
    const message = await shop.pay(order.id)
    await handlePaymentMessage(t.app.db, services, message as Stripe.Event, new Date())
    expect(await statusOf(order.id)).toBe(failed)
    const { name } = await t.platform((tx) =>
      tx.selectFrom('portals').select('name').where('id', '=', portal.id).executeTakeFirstOrThrow(),
    )
    expect(name).toBe(portal.name)
    await t.app.jobs.drain()
    expect(await refundsOf(portal)).toEqual([{ origin: 'not_fulfilled', status: 'succeeded', amount_cents: 9900 }])
    const { data } = await t.as(buyer).call(showOrder, { params: { id: order.id } })
    expect(data).toMatchObject({
      status_name: 'failed',
      reason: 'The order could not be delivered. Your payment is being refunded.',
    })
  })

  test('an internal error undoes everything, and the message is repeated (ORD-012)', async () => {
    const { portal, buyer, id } = await setUp()
    const message = await shop.pay(id)
    await t.platform((tx) =>
      tx.updateTable('orders').set({ type: 'partner-subscription-credit' }).where('id', '=', id).execute(),
    )
    expect(await delivered(portal, message)).toEqual([500])
    expect(await statusOf(id)).toBe(pending)
    const rows = await t.platform((tx) =>
      tx.selectFrom('payment_messages').select('message_id').where('order_id', '=', id).execute(),
    )
    expect(rows).toEqual([])
    await t.platform((tx) => tx.updateTable('orders').set({ type: 'course' }).where('id', '=', id).execute())
    expect(await delivered(portal, message)).toEqual([200])
    expect((await shop.enrollmentsOf(buyer.id)).length).toBe(1)
    const admin = await t.make.person('portal_admin', { portal })
    expect((await t.as(admin).call(listRefunds, { query: {} })).data).toEqual([])
  })
})
