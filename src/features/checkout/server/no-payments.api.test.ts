import { expect, test } from 'vitest'
import { createPayments } from '#platform/payments/payments.ts'
import { testApp } from '../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'

const t = testApp()
const shop = shopOf(t)

test('without a payment provider, free items are given, and nothing else becomes an order (CRT-029, INT-009)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const [free, paid] = [await shop.course(portal, { tiers: { 1: 0 } }), await shop.course(portal)]
  // As in production without the provider’s keys.
  Object.defineProperties(t.app.services.payments, Object.getOwnPropertyDescriptors(createPayments({ mode: 'off' })))
  expect(await shop.checkOut(learner, 'course', [{ id: free.id }])).toMatchObject({ status: 3, total: 0 })
  expect(await refusalOf(shop.checkOut(learner, 'course', [{ id: paid.id }]))).toMatchObject({
    status: 503,
    code: 'maintenance',
  })
  const orders = await t.platform((tx) =>
    tx.selectFrom('orders').select('total_cents').where('user_id', '=', learner.id).execute(),
  )
  expect(orders).toEqual([{ total_cents: 0 }])
})
