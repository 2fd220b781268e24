import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'

const t = testApp()
const shop = shopOf(t)

test('a price sent by the caller is ignored, both in the quote and at the provider (CRT-016)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const forged = { id: course.id, quantity: 1, price: 0.01, unit_price: 0.01, unit_price_cents: 1, total: 0.01 }
  const more = { total: 0.01, subtotal: 0.01, total_cents: 1, tax: -49, currency: 'jpy', destination_account: 'acct_1' }
  const sent = await t.request(learner, {
    method: 'POST',
    url: '/api/v1/payments',
    payload: shop.paymentBody(learner, 'course', [forged], more),
  })
  expect(sent.statusCode).toBe(200)
  const order = await shop.order(sent.json().data.id)
  expect(order).toMatchObject({ total_cents: 5000, subtotal_cents: 5000, destination_account: null, currency: 'USD' })
  const page = await t.app.services.payments.retrieveCheckout(await shop.pageOf(order.id))
  expect(page.total_cents).toBe(5000)
  for (const expected_total of [0.01, 0, 49.99])
    expect(
      (await refusalOf(shop.checkOut(learner, 'course', [{ id: course.id, quantity: 1 }], { expected_total })))?.status,
    ).toBe(409)
})
