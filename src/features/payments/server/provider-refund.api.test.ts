import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { shopOf } from '../../../../tests/shop.ts'

const t = testApp()
const shop = shopOf(t)
const ledger = enrolling(t)

test.each([
  ['an amount that went back at the provider takes no credits yet', 2000, 2, 3],
  ['all of it takes the unused ones, and those in use stay', undefined, 0, 6],
])('%s (ORD-022, ORD-045)', async (_, amount, left, status) => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 3 }])
  await ledger.spend(buyer, course.id, 1)
  const { payment_reference: reference } = await shop.order(id)
  await t.app.services.payments.stripe.refunds.create({ payment_intent: reference ?? '', ...(amount && { amount }) })
  await shop.deliver(portal, shop.messagesAbout(reference ?? '', 'charge.refunded')[0] as never)
  expect(await shop.credits(portal, course.id, buyer.id)).toBe(left)
  expect(await shop.order(id)).toMatchObject({ status, refunded_cents: amount ?? 15_000 })
  const learners = await t.platform((tx) =>
    tx
      .selectFrom('enrollments')
      .select('ended_at')
      .where('course_id', '=', course.id)
      .where('role', '=', 'learner')
      .execute(),
  )
  expect(learners).toEqual([{ ended_at: null }])
  expect(await ledger.check()).toEqual([])
})

test('the credit check finds a completed order that was not delivered or was delivered twice (ORD-011, ORD-012)', async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 3 }])
  expect(await ledger.check()).toEqual([])
  const set = (seats: number) =>
    t.platform((tx) => tx.updateTable('order_courses').set({ seats }).where('order_id', '=', id).execute())
  for (const seats of [1, 4]) {
    await set(seats)
    expect(await ledger.check()).toMatchObject([{ record: `order ${id}`, expected: seats, found: 3 }])
  }
  await set(3)
  expect(await ledger.check()).toEqual([])
})
