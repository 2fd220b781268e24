import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { listPayments, showPayment } from '../contract.ts'

const t = testApp()
const shop = shopOf(t)

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  return { portal, buyer, course: await shop.course(portal) }
}

test('payments show what was received, what the provider kept and what was refunded (ORD-019, ORD-025)', async () => {
  const { portal, buyer, course } = await setUp()
  const admin = await t.make.person('portal_admin', { portal })
  const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 2 }])
  await t.app.jobs.drain()
  const { data } = await t.as(admin).call(listPayments, { query: {} })
  // 2.9% of 100.00 plus 30 cents.
  expect(data).toMatchObject([
    {
      order_id: id,
      order_status: 3,
      type: 'course',
      amount: 100,
      tax: 0,
      fee: 3.2,
      refunded_total: 0,
      user: { id: buyer.id },
    },
  ])
  const one = await t.as(admin).call(showPayment, { params: { id: data[0]!.id } })
  expect(one.data).toEqual(data[0])
  const elsewhere = await t.make.person('portal_admin')
  expect((await refusalOf(t.as(elsewhere).call(showPayment, { params: { id: data[0]!.id } })))?.status).toBe(404)
  expect((await refusalOf(t.as(buyer).call(listPayments, { query: {} })))?.status).toBe(403)
})
