import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { testApp } from '../../../../tests/api.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { cancelOrder } from '../contract.ts'
import { closeOrder } from './actions/close-order.ts'
import { openCheckout } from './actions/open-checkout.ts'
import { lockOrder, updateOrder } from './store.ts'
import { systemContext } from './system-context.ts'

const t = testApp()
const shop = shopOf(t)

/** A pending order whose page at the provider is open but not stored here yet, as while the page is being opened. */
const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const { id, url } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
  const page = await shop.pageOf(id)
  await t.platform((tx) =>
    tx.updateTable('orders').set({ checkout_id: null, checkout_url: null }).where('id', '=', id).execute(),
  )
  return { portal, buyer, id, page, url }
}
const cannotBePaid = async (id: number, page: string) => {
  expect(await shop.order(id)).toMatchObject({ status: ORDER_STATUS.cancelled })
  expect(await t.app.services.payments.retrieveCheckout(page)).toMatchObject({ status: 'expired' })
  await expect(shop.controls().pay(page)).rejects.toThrow('expired')
}

test('a page opened while its order is canceled is closed with it, so nobody pays for nothing (ORD-008)', async () => {
  const { portal, buyer, id, page } = await setUp()
  const { payments } = t.app.services
  const open = payments.createCheckout
  const opening = vi.spyOn(payments, 'createCheckout').mockImplementationOnce(async (request) => {
    const opened = await open(request)
    expect((await t.as(buyer).call(cancelOrder, { params: { id } })).data.status).toBe(ORDER_STATUS.cancelled)
    return opened
  })
  const order = await openCheckout(t.app.db, t.app.services, { portal_id: portal.id, order_id: id }, new Date())
  opening.mockRestore()
  expect(order).toMatchObject({ status: ORDER_STATUS.cancelled, checkout_id: page })
  await cannotBePaid(id, page)
})

test('an order whose page is stored during the cancellation has it closed first (ORD-008)', async () => {
  const { portal, id, page, url } = await setUp()
  const ctx = await systemContext(t.app.services, portal.id, new Date())
  const isWaitedFor = async (xid: string) => {
    const { rows } = await t.platform((tx) =>
      sql`select 1 from pg_locks where not granted and transactionid::text = ${xid}`.execute(tx),
    )
    return rows.length
  }
  let closing: ReturnType<typeof closeOrder> | undefined
  await t.app.db.withPortal(portal.id, async (tx) => {
    const order = await lockOrder(tx, portal.id, id)
    const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx)
    closing = closeOrder(t.app.db, t.app.services, ctx, { order_id: id, reason: 'Left' })
    // By now it has read the order without a page.
    await expect.poll(() => isWaitedFor(rows[0]?.xid ?? '')).toBe(1)
    await updateOrder(tx, order!, { checkout_id: page, checkout_url: url })
  })
  expect(await closing).toMatchObject({ status: ORDER_STATUS.cancelled })
  await cannotBePaid(id, page)
})
