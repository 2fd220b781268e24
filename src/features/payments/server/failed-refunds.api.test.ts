import { describe, expect, test } from 'vitest'
import { deleteEnrollments } from '#features/enrollments/contract.ts'
import { showOrder } from '#features/orders/contract.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { testApp } from '../../../../tests/api.ts'
import { type RefundMessage, refunding } from '../../../../tests/refunding.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { listPayments } from '../contract.ts'

const t = testApp()
const shop = shopOf(t)
const { completed, failed, refunded } = ORDER_STATUS
const {
  setUp,
  refund,
  referenceOf,
  madeOf,
  failureOf,
  fail,
  enrollmentsOf,
  liveCourses,
  rowsOf,
  differences,
  agrees,
  mailsOf,
} = refunding(t, shop)

describe('a refund that fails after succeeding is undone (ORD-007, ORD-051)', () => {
  test('the order is completed again, access is as before, and everyone affected is notified', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const [before] = await enrollmentsOf(buyer.id)
    await refund(admin, id)
    expect(await liveCourses(buyer.id)).toEqual([])
    await fail(portal, id)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 0 })
    expect(await enrollmentsOf(buyer.id)).toEqual([before])
    expect(await rowsOf(admin, id)).toEqual(['request 50 failed full'])
    await agrees(id)
    const [toBuyer] = await mailsOf(portal, 'refund-failed')
    expect(toBuyer).toMatchObject({ to_email: buyer.email })
    expect(toBuyer?.text).toContain('$50.00')
    const [toStaff] = await mailsOf(portal, 'refund-failed-staff')
    expect(toStaff).toMatchObject({ to_email: admin.email })
    expect(toStaff?.text).toContain('expired or was cancelled')
    const bell = await t.platform((tx) =>
      tx.selectFrom('notifications').select(['user_id', 'link']).where('kind', '=', 'refund_failed').execute(),
    )
    expect(bell).toEqual([{ user_id: admin.id, link: `/orders/${id}` }])
    const log = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select('changes').where('action', '=', 'order.refund_failed').execute(),
    )
    expect(log).toMatchObject([{ changes: { amount: 50 } }])
    const { data } = await t.as(buyer).call(showOrder, { params: { id } })
    expect(data.failed_refund).toMatchObject({ amount: 50 })
    const [payment] = (await t.as(admin).call(listPayments, { query: {} })).data
    expect(payment).toMatchObject({ order_id: id, refunded_total: 0, has_failed_refund: true })
  })

  test('progress is kept, and the seat is not paid for again', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const [before] = await enrollmentsOf(buyer.id)
    const set = { status: 2, items_done: 3, started_at: new Date() }
    await t.platform((tx) => tx.updateTable('enrollments').set(set).where('id', '=', before!.id).execute())
    await refund(admin, id)
    await fail(portal, id)
    const row = await t.platform((tx) =>
      tx.selectFrom('enrollments').selectAll().where('id', '=', before!.id).executeTakeFirstOrThrow(),
    )
    expect(row).toMatchObject({ ...set, access: 'active', ended_at: null })
    await agrees(id)
  })

  test('the older names of the message, each sent twice and at once, take effect once (ORD-009)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 3 }])
    await refund(admin, id)
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(0)
    const [{ refund_reference } = { refund_reference: '' }] = await madeOf(id)
    await shop.controls().failRefund(refund_reference)
    const kinds: RefundMessage[] = ['charge.refund.updated', 'refund.updated', 'refund.failed']
    const messages = [...kinds, ...kinds].map((kind) => failureOf(refund_reference, kind))
    const answers = await Promise.all(messages.map((message) => shop.deliver(portal, message)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(messages.map(() => 200))
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(3)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 0 })
    expect((await mailsOf(portal, 'refund-failed')).length).toBe(1)
    await agrees(id)
  })

  test('it can be refunded again, which ends access again, and that may fail as well', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    for (let turn = 0; turn < 2; turn++) {
      await refund(admin, id)
      expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 5000 })
      expect(await liveCourses(buyer.id)).toEqual([])
      await agrees(id)
      await fail(portal, id)
      expect(await liveCourses(buyer.id)).toEqual([course.id])
      await agrees(id)
    }
  })

  test('late or premature messages change nothing (ORD-009)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await refund(admin, id)
    await fail(portal, id)
    const [early] = shop.messagesAbout(await referenceOf(id), 'charge.refunded')
    expect((await shop.deliver(portal, early!)).statusCode).toBe(200)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 0 })
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    await agrees(id)
  })

  test('before the call’s answer is stored, it counts as a refused refund', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 2 }])
    shop.controls().loseAnswers(3)
    expect(await refund(admin, id)).toMatchObject({ status: 'pending' })
    await fail(portal, id)
    expect(await rowsOf(admin, id)).toEqual(['request 100 failed full'])
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(2)
    await agrees(id)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 0 })
    expect(await mailsOf(portal, 'refund-failed')).toEqual([])
    expect((await mailsOf(portal, 'refund-failed-staff')).length).toBe(1)
  })

  test('a chargeback lost afterwards takes the money and the access', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await refund(admin, id)
    await fail(portal, id)
    const dispute = await shop.controls().dispute(await referenceOf(id))
    await shop.controls().closeDispute(dispute.id, 'lost')
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.closed')[0]!)
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 5000 })
    expect(await liveCourses(buyer.id)).toEqual([])
    await agrees(id)
  })

  test('a chargeback lost before takes what is still owed to the bank, and no more', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await refund(admin, id, { amount: 10 })
    const dispute = await shop.controls().dispute(await referenceOf(id), 'fraudulent', 3000)
    await shop.controls().closeDispute(dispute.id, 'lost')
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.closed')[0]!)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 4000 })
    await fail(portal, id)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 3000 })
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    await agrees(id)
  })
})

describe('only access ended by refunds comes back (ORD-013, ORD-051)', () => {
  test('if the learner has bought the course again, the first order joins that enrollment', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const first = await shop.buy(buyer, 'course', [{ id: course.id }])
    await refund(admin, first)
    const second = await shop.buy(buyer, 'course', [{ id: course.id }])
    await fail(portal, first)
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    await refund(admin, second)
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    await refund(admin, first)
    expect(await liveCourses(buyer.id)).toEqual([])
    await fail(portal, second)
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    await agrees(first)
    await agrees(second)
  })

  test('a person who was unenrolled stays out, and accounting can see that', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const first = await shop.buy(buyer, 'course', [{ id: course.id }])
    const [enrollment] = await enrollmentsOf(buyer.id)
    await t.platform((tx) =>
      tx
        .insertInto('enrollment_grants')
        .values({ portal_id: portal.id, enrollment_id: enrollment!.id, kind: 'manual', created_at: new Date() })
        .execute(),
    )
    await refund(admin, first)
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    const staff = await t.make.person('portal_admin', { portal })
    await t.as(staff).call(deleteEnrollments, { body: { role_id: 'learner', ids: [enrollment!.id] } })
    await fail(portal, first)
    expect(await liveCourses(buyer.id)).toEqual([])
    const letters = await mailsOf(portal, 'refund-failed-staff')
    expect(letters[0]?.text).toContain('ended for another reason')
  })
})

describe('several refunds of one order (ORD-022, ORD-051)', () => {
  test('if two refunds cover everything and one fails, access returns and the other stays', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await refund(admin, id, { amount: 20 })
    await refund(admin, id, { amount: 30 })
    expect(await liveCourses(buyer.id)).toEqual([])
    await fail(portal, id, 0)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 3000 })
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    expect(await rowsOf(admin, id)).toEqual(['request 20 failed', 'request 30 succeeded'])
    await agrees(id)
    expect(await refund(admin, id)).toMatchObject({ amount: 20, is_full: true })
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 5000 })
    expect(await liveCourses(buyer.id)).toEqual([])
    await agrees(id)
  })

  test('one made at the provider is recognized by its id, whatever its amount', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
    const reference = await referenceOf(id)
    const { stripe } = t.app.services.payments
    for (const amount of [5000, 5000, 10_000]) {
      await stripe.refunds.create({ payment_intent: reference, amount })
      await shop.deliver(portal, shop.messagesAbout(reference, 'charge.refunded').at(-1)!)
    }
    expect(await shop.order(id)).toMatchObject({ status: refunded })
    await fail(portal, id, 1)
    expect(await rowsOf(admin, id)).toEqual(['provider 50 succeeded', 'provider 50 failed', 'provider 100 succeeded'])
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 15_000 })
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(1)
    await agrees(id)
  })

  test('those from before ids were stored are found by their amounts, together or one by one', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const { stripe } = t.app.services.payments
    for (const isOne of [true, false]) {
      const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
      const reference = await referenceOf(id)
      for (const amount of [5000, 10_000]) await stripe.refunds.create({ payment_intent: reference, amount })
      await shop.deliver(portal, shop.messagesAbout(reference, 'charge.refunded').at(-1)!)
      await t.platform((tx) =>
        tx.updateTable('refunds').set({ refund_reference: null }).where('order_id', '=', id).execute(),
      )
      if (isOne)
        await t.platform(async (tx) => {
          const both = tx.updateTable('refunds').where('order_id', '=', id)
          await tx.deleteFrom('refunds').where('order_id', '=', id).where('amount_cents', '=', 5000).execute()
          const holder = { kind: 'manager', course_id: course.id, user_id: buyer.id }
          const credits = JSON.stringify([{ holder, amount: 3 }])
          await both.set({ amount_cents: 15_000, credits }).execute()
        })
      await fail(portal, id, 0)
      expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 10_000 })
      expect((await rowsOf(admin, id)).toSorted()).toEqual(['provider 100 succeeded', 'provider 50 failed'])
      await agrees(id)
    }
  })
})

test('money that bought nothing and comes back from the bank is reported, stays open in the list, and can be refunded at the provider (ORD-046, ORD-051)', async () => {
  const { portal, buyer, admin, course } = await setUp()
  const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
  const paid = await shop.pay(id)
  const object = { ...(paid.data.object as object), amount_total: 4000 }
  await shop.deliver(portal, { ...paid, data: { object } })
  await t.app.jobs.drain()
  const reference = String((paid.data.object as { payment_intent: string }).payment_intent)
  const [providerRefund] = await t.app.services.payments.listRefunds(reference)
  await shop.controls().failRefund(providerRefund!.refund_reference)
  await shop.deliver(portal, failureOf(providerRefund!.refund_reference))
  expect(await shop.order(id)).toMatchObject({ status: failed, refunded_cents: 0 })
  expect(await differences(id)).toContain('money that bought nothing does not go back')
  const [letter] = await mailsOf(portal, 'refund-failed-staff')
  expect(letter?.text).toContain('has bought nothing')
  await t.app.services.payments.stripe.refunds.create({ payment_intent: reference, amount: 4000 })
  await shop.deliver(portal, shop.messagesAbout(reference, 'charge.refunded').at(-1)!)
  expect(await differences(id)).not.toContain('money that bought nothing does not go back')
  expect(await liveCourses(buyer.id)).toEqual([])
  expect(await rowsOf(admin, id)).toEqual(['not_fulfilled 40 failed full', 'provider 40 succeeded full'])
})
