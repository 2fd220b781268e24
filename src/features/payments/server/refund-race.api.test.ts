import { expect, test } from 'vitest'
import { lockOrder } from '#features/orders/server/store.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { refundOrder } from '../contract.ts'
import { refundFacts } from './actions/apply-refund.ts'

const t = testApp()
const shop = shopOf(t)
const ledger = enrolling(t)

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const admin = await t.make.person('accounting', { portal })
  return { portal, buyer, admin, course: await shop.course(portal) }
}
const refund = async (who: TestPerson, id: number) =>
  (await t.as(who).call(refundOrder, { params: { id }, body: {} })).data

test('a credit used during the refund decision is either used or refunded, never both (ORD-045)', async () => {
  const { portal, buyer, admin, course } = await setUp()
  const id = await shop.buy(buyer, 'course', [{ id: course.id }, { id: course.id }])
  expect(await shop.credits(portal, course.id, buyer.id)).toBe(2)
  const [result] = await Promise.allSettled([refund(admin, id), ledger.spend(buyer, course.id, 1)])
  const learners = await t.platform((tx) =>
    tx.selectFrom('enrollments').select('id').where('course_id', '=', course.id).execute(),
  )
  const amount = result?.status === 'fulfilled' ? result.value.amount : 0
  expect(amount).toBe(100 - 50 * learners.length)
  expect(await ledger.check()).toEqual([])
})

test('nobody can use an unused credit after it was counted (ORD-045)', async () => {
  const { portal, buyer, admin, course } = await setUp()
  const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 2 }])
  const ctx = { portal: { id: portal.id }, viewer: { user_id: admin.id }, now: new Date() } as never
  await t.app.db.withPortal(portal.id, async (tx) => {
    const order = await lockOrder(tx, portal.id, id)
    expect((await refundFacts(tx, ctx, order!)).shares).toMatchObject([{ used: 0, unused: 2 }])
    const free = await t.platform((other) =>
      other
        .selectFrom('credit_accounts')
        .select('balance')
        .where('course_id', '=', course.id)
        .where('kind', '=', 'manager')
        .forUpdate()
        .skipLocked()
        .execute(),
    )
    expect(free).toEqual([])
  })
})
