import { describe, expect, test } from 'vitest'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import { createBus } from '#platform/live/bus.ts'
import { LIVE_TOPIC } from '#platform/live/publish.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { cancelOrder, listOrders, showOrder } from '../contract.ts'
import { hasPass, makePass, passCookie } from './access.ts'
import { openCheckout } from './actions/open-checkout.ts'
import { sweepOrders } from './jobs.ts'

const t = testApp()
const shop = shopOf(t)
const { pending, cancelled, completed } = ORDER_STATUS
const DAY = 86_400_000

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  return { portal, buyer, course: await shop.course(portal) }
}
const statusOf = async (id: number) => (await shop.order(id)).status
const idsOf = async (who: TestPerson, query: object = {}) =>
  (await t.as(who).call(listOrders, { query: query as never })).data.map((order) => order.id)

describe('who sees an order (ORD-020, ROL-030, ROL-050)', () => {
  test('its buyer and roles that handle payments; for everyone else it does not exist (API-021)', async () => {
    const { portal, buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const see = (who: TestPerson | TestPortal) => refusalOf(t.as(who).call(showOrder, { params: { id } }))
    expect(await see(buyer)).toBeUndefined()
    for (const role of ['portal_admin', 'admin', 'accounting', 'super_admin'] as const)
      expect(await see(await t.make.person(role, { portal }))).toBeUndefined()
    const strangers = ['learner', 'manager', 'instructor', 'course_admin', 'sub_admin', 'editor', 'partner'] as const
    for (const role of strangers) expect((await see(await t.make.person(role, { portal })))?.status).toBe(404)
    expect((await see(portal))?.status).toBe(404)
    const elsewhere = await t.make.person('portal_admin')
    expect((await see(elsewhere))?.status).toBe(404)
  })

  test('the e-mail of the buyer is only for people who may open that person (API-023)', async () => {
    const { portal, buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const emailFor = async (who: TestPerson) => (await t.as(who).call(showOrder, { params: { id } })).data.user.email
    expect(await emailFor(buyer)).toBe(buyer.email)
    expect(await emailFor(await t.make.person('portal_admin', { portal }))).toBe(buyer.email)
    expect(await emailFor(await t.make.person('accounting', { portal }))).toBeNull()
  })

  test('the pass of a browser expires after 24 hours (ROU-046)', () => {
    const now = new Date('2026-05-01T12:00:00Z')
    const http = { cookies: { [passCookie(7)]: makePass(t.config, 1, 7, now) } } as unknown as HttpAccess
    const at = (ms: number) => new Date(now.getTime() + ms)
    expect(hasPass(t.config, http, 1, 7, at(DAY - 1000))).toBe(true)
    expect(hasPass(t.config, http, 1, 7, at(DAY))).toBe(false)
    expect(hasPass(t.config, http, 2, 7, now)).toBe(false)
    expect(hasPass(t.config, http, 1, 8, now)).toBe(false)
  })
})

describe('lists (ORD-001, ORD-014, ORD-018, ORD-020)', () => {
  test('own orders come newest first, page by page, and never other people’s', async () => {
    const { portal, buyer, course } = await setUp()
    const other = await t.make.person('learner', { portal })
    const own: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      own.unshift((await shop.checkOut(buyer, 'course', [{ id: course.id }])).id)
      await shop.checkOut(other, 'course', [{ id: course.id }])
    }
    const read: number[] = []
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const { data, meta } = await t.as(buyer).call(listOrders, { query: { per_page: 2, ...(cursor && { cursor }) } })
      read.push(...data.map((order) => order.id))
      cursor = meta.next_cursor
    }
    expect(read).toEqual(own)
    const [newest] = (await t.as(buyer).call(listOrders, { query: {} })).data
    expect(newest).toMatchObject({ number: expect.stringMatching(/^1\d{5}$/), type: 'course', total: 50, status: 1 })
    const foreign = await t.make.person('learner')
    expect(await idsOf(foreign)).toEqual([])
  })

  test('the portal’s orders are for roles that handle payments, filtered by portal day, type, status and number (PRT-078)', async () => {
    const { portal, buyer, course } = await setUp()
    const admin = await t.make.person('accounting', { portal })
    const bundle = await shop.bundle(portal, [course, await shop.course(portal)])
    const paid = await shop.buy(buyer, 'course', [{ id: course.id }])
    const open = (await shop.checkOut(buyer, 'bundle', [{ id: bundle.id }])).id
    await t.platform((tx) =>
      tx
        .updateTable('orders')
        .set({ created_at: new Date('2026-02-01T04:59:59Z') })
        .where('id', '=', open)
        .execute(),
    )
    const list = (query: object) => idsOf(admin, { scope: 'portal', ...query })
    expect(await list({})).toEqual([open, paid])
    expect(await list({ type: 'bundle' })).toEqual([open])
    expect(await list({ status: completed })).toEqual([paid])
    expect(await list({ date_from: '2026-01-31', date_to: '2026-01-31' })).toEqual([open])
    expect(await list({ date_to: '2026-01-30' })).toEqual([])
    expect(await list({ has_invoice: 'true' })).toEqual([paid])
    expect(await list({ search: (await shop.order(paid)).number })).toEqual([paid])
    expect(await list({ user_id: buyer.id })).toEqual([open, paid])

    const learner = await refusalOf(t.as(buyer).call(listOrders, { query: { scope: 'portal' } }))
    expect(learner).toMatchObject({ status: 403, code: 'not_enough_permissions' })
    const wrong = await t.request(admin, { method: 'GET', url: '/api/v1/orders?sort=total' })
    expect(wrong.statusCode).toBe(422)
    expect((await t.request(admin, { method: 'GET', url: '/api/v1/orders?color=red' })).statusCode).toBe(422)
  })
})

describe('cancelling (ORD-008)', () => {
  test('leaving the payment page closes it at the provider first, then the order', async () => {
    const { buyer, course } = await setUp()
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    const page = await shop.pageOf(id)
    const { data } = await t.as(buyer).call(cancelOrder, { params: { id } })
    expect(data).toMatchObject({ status: cancelled, status_name: 'cancelled', payment_url: null })
    expect(data.cancelled_at).not.toBeNull()
    expect(await t.app.services.payments.retrieveCheckout(page)).toMatchObject({ status: 'expired' })
    await expect(shop.controls().pay(page)).rejects.toThrow('expired')
    expect((await t.as(buyer).call(cancelOrder, { params: { id } })).data.status).toBe(cancelled)
  })

  test('a buyer who has paid meanwhile keeps the order; a completed one cannot be canceled (ORD-007)', async () => {
    const { portal, buyer, course } = await setUp()
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    const message = await shop.pay(id)
    expect((await t.as(buyer).call(cancelOrder, { params: { id } })).data.status).toBe(pending)
    await shop.deliver(portal, message)
    expect(await refusalOf(t.as(buyer).call(cancelOrder, { params: { id } }))).toMatchObject({
      status: 422,
      message: 'A completed order cannot become cancelled.',
    })
    expect(await statusOf(id)).toBe(completed)
  })

  test('nobody can cancel another person’s order', async () => {
    const { portal, buyer, course } = await setUp()
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    for (const who of [
      await t.make.person('learner', { portal }),
      await t.make.person('portal_admin', { portal }),
      portal,
    ])
      expect((await refusalOf(t.as(who).call(cancelOrder, { params: { id } })))?.status).toBe(404)
    expect(await statusOf(id)).toBe(pending)
  })

  test('after 24 hours a pending order is closed, with or without a page; a paid one stays', async () => {
    const { buyer, course } = await setUp()
    const [late, paid, young] = [
      await shop.checkOut(buyer, 'course', [{ id: course.id }]),
      await shop.checkOut(buyer, 'course', [{ id: course.id }]),
      await shop.checkOut(buyer, 'course', [{ id: course.id }]),
    ]
    const crashed = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    await t.platform((tx) =>
      tx.updateTable('orders').set({ checkout_id: null, checkout_url: null }).where('id', '=', crashed.id).execute(),
    )
    const page = await shop.pageOf(late.id)
    await shop.pay(paid.id)
    const limit = (await shop.order(crashed.id)).expires_at
    await t.platform((tx) =>
      tx
        .updateTable('orders')
        .set({ expires_at: new Date(limit.getTime() + 1000) })
        .where('id', '=', young.id)
        .execute(),
    )
    await sweepOrders(t.app.db, t.app.services, limit)
    expect(await statusOf(late.id)).toBe(cancelled)
    expect(await statusOf(crashed.id)).toBe(cancelled)
    expect(await statusOf(paid.id)).toBe(pending)
    expect(await statusOf(young.id)).toBe(pending)
    expect(await t.app.services.payments.retrieveCheckout(page)).toMatchObject({ status: 'expired' })
    const created = (await shop.order(late.id)).created_at
    expect((await shop.order(late.id)).expires_at.getTime() - created.getTime()).toBe(DAY)
  })
})

test('the buyer’s open success page is notified when the order is completed (ORD-017, RTM-001)', async () => {
  const { portal, buyer, course } = await setUp()
  const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
  const bus = createBus(t.app.db.pool.options, { onError: () => {} })
  await bus.ready
  const liveMessage = new Promise<unknown>((resolve) => {
    bus.subscribe(LIVE_TOPIC, (message) => {
      // The enrollment is announced on the same channel first.
      const { channel, event } = message as { channel: string; event: string }
      if (channel === `private-notifications.${buyer.id}` && event.startsWith('order.')) resolve(message)
    })
  })
  await shop.complete(portal, id)
  expect(await liveMessage).toMatchObject({ event: 'order.completed', data: { id, status: completed } })
  await bus.close()
})

test('the payment page closes within 24 hours of its order, as the provider requires (ORD-008)', async () => {
  const { buyer, course } = await setUp()
  const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
  const page = await t.app.services.payments.stripe.checkout.sessions.retrieve(await shop.pageOf(id))
  const order = await shop.order(id)
  const left = order.expires_at.getTime() / 1000 - page.expires_at
  expect(left).toBeGreaterThanOrEqual(60)
  expect(left).toBeLessThanOrEqual(180)
  // If it is too late for the provider to open a page, the order is left to expire.
  await t.platform((tx) =>
    tx
      .updateTable('orders')
      .set({ checkout_id: null, checkout_url: null, expires_at: new Date(Date.now() + 32 * 60_000) })
      .where('id', '=', id)
      .execute(),
  )
  const late = await openCheckout(t.app.db, t.app.services, { portal_id: order.portal_id, order_id: id }, new Date())
  expect(late.checkout_url).toBeNull()
})
