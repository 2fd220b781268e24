import { describe, expect, test, vi } from 'vitest'
import { showOrder } from '#features/orders/contract.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { PaymentsError } from '#platform/payments/payments.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { listRefunds, refundOrder, showRefundable } from '../contract.ts'
import { sweepPayments } from './jobs.ts'

const t = testApp()
const shop = shopOf(t)
const ledger = enrolling(t)
const { completed, refunded } = ORDER_STATUS

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const admin = await t.make.person('accounting', { portal })
  return { portal, buyer, admin, course: await shop.course(portal) }
}
type Body = { amount?: number; reason?: string }
const refund = async (who: TestPerson, id: number, body: Body = {}, key?: string) =>
  (await t.as(who).call(refundOrder, { params: { id }, body }, key ? { idempotency_key: key } : {})).data
const most = (max: number) => ({ status: 422, errors: { amount: [`Please enter a value of no more than ${max}.`] } })
const liveCourses = async (userId: number) =>
  (await shop.enrollmentsOf(userId)).filter((one) => one.ended_at === null).map((one) => one.course_id)
const returnedCredits = async (id: number) => {
  const { payment_reference } = await shop.order(id)
  return (await t.app.services.payments.retrievePayment(payment_reference!)).refunded_cents
}

describe('refunding a course (ORD-013, ORD-022)', () => {
  test('a full refund sets the order to refunded, ends access, and notifies the buyer', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const outcome = await refund(admin, id, { reason: 'Bought by mistake' })
    expect(outcome).toMatchObject({
      order_id: id,
      amount: 50,
      is_full: true,
      status: 'succeeded',
      reason: 'Bought by mistake',
    })
    const { data } = await t.as(buyer).call(showOrder, { params: { id } })
    expect(data).toMatchObject({ status: refunded, status_name: 'refunded', refunded_total: 50 })
    expect(await returnedCredits(id)).toBe(5000)
    expect(await liveCourses(buyer.id)).toEqual([])
    expect(await ledger.check()).toEqual([])
    const mails = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select('subject')
        .where('to_email', '=', buyer.email)
        .where('template', '=', 'refund')
        .execute(),
    )
    expect(mails).toEqual([{ subject: `Refund for order ${data.number}` }])
    expect((await t.as(admin).call(listRefunds, { query: { order_id: id } })).data).toEqual([outcome])
    expect(await refusalOf(refund(admin, id))).toMatchObject(most(0))
    expect(portal.id).toBe(data.portal_id)
  })

  test('a partial refund leaves the order completed and access open; together they never exceed the total', async () => {
    const { buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await refund(admin, id, { amount: 20.5 })
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 2050 })
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    expect(await refusalOf(refund(admin, id, { amount: 29.51 }))).toMatchObject(most(29.5))
    expect(await refusalOf(refund(admin, id, { amount: 0 }))).toMatchObject({ status: 422 })
    expect(await refusalOf(refund(admin, id, { amount: -5 }))).toMatchObject({ status: 422 })
    await refund(admin, id, { amount: 29.5 })
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 5000 })
    expect(await liveCourses(buyer.id)).toEqual([])
    expect(await returnedCredits(id)).toBe(5000)
  })

  test('access from another order or a credit stays', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const bundle = await shop.bundle(portal, [course, await shop.course(portal)])
    const second = await shop.buy(buyer, 'bundle', [{ id: bundle.id }])
    await refund(admin, second)
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    await refund(admin, id)
    expect(await liveCourses(buyer.id)).toEqual([])
  })

  test('a certificate keeps its course open; the money is still refunded', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const other = await shop.course(portal)
    const bundle = await shop.bundle(portal, [course, other])
    const id = await shop.buy(buyer, 'bundle', [{ id: bundle.id }])
    const enrollment = (await shop.enrollmentsOf(buyer.id)).find((one) => one.course_id === course.id)!
    await t.platform(async (tx) => {
      const template = await tx
        .insertInto('certificate_templates')
        .values({ portal_id: portal.id, title: 'Certificate', text: 'Done' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('certificates')
        .values({
          portal_id: portal.id,
          number: `C-${id}`,
          user_id: buyer.id,
          course_id: course.id,
          related_id: enrollment.id,
          template_id: template.id,
          holder_name: 'Pat',
          course_title: 'Course',
          provider: 'Acme',
          design: '{}',
          is_automatic: true,
          issued_at: new Date(),
        })
        .execute()
    })
    await refund(admin, id)
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 9000 })
  })
})

describe('refunding credits (ORD-045)', () => {
  test('unused credits are taken back and used ones are not refunded', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 5 }])
    await ledger.spend(buyer, course.id, 2)
    expect(await refusalOf(refund(admin, id, { amount: 150.01 }))).toMatchObject(most(150))
    const refunded = await refund(admin, id)
    expect(refunded).toMatchObject({ amount: 150, is_full: true, status: 'succeeded' })
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(0)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 15_000 })
    const learners = await t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select('id')
        .where('course_id', '=', course.id)
        .where('ended_at', 'is', null)
        .where('role', '=', 'learner')
        .execute(),
    )
    expect(learners.length).toBe(2)
    expect(await refusalOf(refund(admin, id))).toMatchObject(most(0))
    expect(await ledger.check()).toEqual([])
  })

  test('a partial refund takes back as many credits as it covers', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
    await refund(admin, id, { amount: 120 })
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(2)
    await refund(admin, id, { amount: 80 })
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(0)
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 20_000 })
  })

  test('credits of the portal are taken back from the portal', async () => {
    const { portal, course } = await setUp()
    const admin = await t.make.person('portal_admin', { portal })
    const general = await shop.buy(admin, 'credits-on-portal', [{ quantity: 10 }])
    const special = await shop.buy(admin, 'credits-on-course', [{ id: course.id, quantity: 3 }])
    await refund(admin, special)
    expect(await shop.credits(portal, course.id)).toBe(0)
    await refund(admin, general, { amount: 4 })
    expect(await shop.credits(portal, null)).toBe(6)
    expect(await ledger.check()).toEqual([])
  })

  test('an order of seats and credits returns the unused part of both', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const other = await shop.course(portal, { tiers: { 1: 3000 } })
    const id = await shop.buy(buyer, 'course', [{ id: course.id }, { id: other.id, quantity: 3 }])
    await ledger.spend(buyer, other.id, 1)
    expect(await refund(admin, id)).toMatchObject({ amount: 110 })
    expect(await liveCourses(buyer.id)).toEqual([])
    expect(await shop.credits(portal, other.id, buyer.id)).toBe(0)
  })
})

describe('the provider’s part (ORD-022)', () => {
  test('a double click refunds once (API-024)', async () => {
    const { buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const answers = await Promise.all([1, 2, 3].map(() => refund(admin, id, { amount: 10 }, 'click')))
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    await t.app.jobs.drain()
    expect(await returnedCredits(id)).toBe(1000)
    expect(await shop.order(id)).toMatchObject({ refunded_cents: 1000 })
  })

  test('refunds at the same time never give back more than was paid', async () => {
    const { buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const results = await Promise.allSettled([1, 2, 3].map(() => refund(admin, id, { amount: 30 })))
    expect(results.filter((result) => result.status === 'fulfilled').length).toBe(1)
    expect(await returnedCredits(id)).toBe(3000)
  })

  test('a lost answer of the provider leaves the refund pending, and the job finds that it was made', async () => {
    const { buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    shop.controls().loseAnswers(3)
    expect(await refund(admin, id)).toMatchObject({ status: 'pending' })
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 0 })
    expect(await refusalOf(refund(admin, id))).toMatchObject(most(0))
    await t.app.jobs.drain()
    expect(await returnedCredits(id)).toBe(5000)
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 5000 })
  })

  test('a refund whose job was lost is carried out by the sweep', async () => {
    const { buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    shop.controls().loseAnswers(3)
    await refund(admin, id)
    await t.platform((tx) =>
      tx
        .updateTable('refunds')
        .set({ created_at: new Date(Date.now() - 2 * 3_600_000) })
        .where('order_id', '=', id)
        .execute(),
    )
    await sweepPayments(t.app.db, t.app.services, new Date())
    expect(await shop.order(id)).toMatchObject({ status: refunded })
  })

  test('if the provider refuses, the taken credits are returned', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
    const { payment_reference: reference } = await shop.order(id)
    await shop.controls().dispute(reference!)
    expect(await refund(admin, id)).toMatchObject({ status: 'failed' })
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(4)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 0 })
    expect(await ledger.check()).toEqual([])
  })

  test('refunds made at the provider are recorded, and messages about our own refunds change nothing', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const { payment_reference: reference } = await shop.order(id)
    await refund(admin, id, { amount: 10 })
    await t.app.services.payments.stripe.refunds.create({ payment_intent: reference!, amount: 1500 })
    const messages = shop.messagesAbout(reference!, 'charge.refunded')
    expect(messages.length).toBe(2)
    for (const message of messages.toReversed()) expect((await shop.deliver(portal, message)).statusCode).toBe(200)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 2500 })
    await t.app.services.payments.stripe.refunds.create({ payment_intent: reference! })
    expect((await shop.deliver(portal, shop.messagesAbout(reference!, 'charge.refunded').at(-1)!)).statusCode).toBe(200)
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 5000 })
    expect(await liveCourses(buyer.id)).toEqual([])
    const { data } = await t.as(admin).call(listRefunds, { query: { order_id: id } })
    expect(data.map(({ origin, amount }) => [origin, amount])).toEqual([
      ['provider', 25],
      ['provider', 15],
      ['request', 10],
    ])
  })

  test('a partial refund at the provider takes the credits it covers, like our own (ORD-045)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
    await ledger.spend(buyer, course.id, 1)
    const { payment_reference: reference } = await shop.order(id)
    const giveBack = async (amount: number) => {
      await t.app.services.payments.stripe.refunds.create({ payment_intent: reference!, amount })
      const message = shop.messagesAbout(reference!, 'charge.refunded').at(-1)!
      expect((await shop.deliver(portal, message)).statusCode).toBe(200)
    }
    const preview = async () => (await t.as(admin).call(showRefundable, { params: { id } })).data
    await giveBack(5000)
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(2)
    expect(await preview()).toMatchObject({ most: 100, refunded: 50, shares: [{ seats: 4, used: 1, unused: 2 }] })
    await giveBack(10_000)
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(0)
    expect(await preview()).toMatchObject({ most: 0, refunded: 150, shares: [{ used: 1, unused: 0 }] })
    expect(await ledger.check()).toEqual([])
  })

  test('a refund at the provider during one of ours is not lost (ORD-022, ORD-045)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 2 }])
    const { payment_reference: reference } = await shop.order(id)
    const away = vi
      .spyOn(t.app.services.payments, 'refund')
      .mockRejectedValueOnce(new PaymentsError('payments_unreachable', 'away'))
    expect(await refund(admin, id)).toMatchObject({ status: 'pending' })
    away.mockRestore()
    await t.app.services.payments.stripe.refunds.create({ payment_intent: reference! })
    const message = shop.messagesAbout(reference!, 'charge.refunded').at(-1)!
    expect((await shop.deliver(portal, message)).statusCode).toBe(200)
    await t.app.jobs.drain()
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 10_000 })
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(0)
    const { data } = await t.as(admin).call(listRefunds, { query: { order_id: id } })
    expect(data.map(({ origin, status, amount }) => [origin, status, amount])).toEqual([
      ['provider', 'succeeded', 100],
      ['request', 'failed', 100],
    ])
    expect(await ledger.check()).toEqual([])
  })

  test('a refund message that arrives before its payment is refused and repeated', async () => {
    const { portal, buyer, course } = await setUp()
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    const paid = await shop.pay(id)
    const reference = String((paid.data.object as { payment_intent: string }).payment_intent)
    await t.app.services.payments.stripe.refunds.create({ payment_intent: reference })
    const message = shop.messagesAbout(reference, 'charge.refunded').at(-1)!
    expect((await shop.deliver(portal, message)).statusCode).toBe(409)
    expect((await shop.deliver(portal, paid)).statusCode).toBe(200)
    expect((await shop.deliver(portal, message)).statusCode).toBe(200)
    expect(await shop.order(id)).toMatchObject({ status: refunded })
  })
})

describe('who may refund (ROL-050, ORD-026)', () => {
  test('roles that handle payments; an order of another portal does not exist', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    for (const role of ['learner', 'manager', 'instructor', 'course_admin', 'sub_admin', 'editor'] as const) {
      const person = await t.make.person(role, { portal })
      expect((await refusalOf(refund(person, id)))?.status).toBe(403)
    }
    const elsewhere = await t.make.person('portal_admin')
    expect((await refusalOf(refund(elsewhere, id)))?.status).toBe(404)
    const partner = await t.make.person('partner', { portal })
    expect((await refusalOf(refund(partner, id)))?.status).toBe(404)
    expect(await refund(admin, id, { amount: 1 })).toMatchObject({ status: 'succeeded' })
  })

  test('an order without a payment has nothing to refund (ERR-068)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    expect(await refusalOf(refund(admin, id))).toMatchObject({
      status: 422,
      code: 'no_payment_yet',
      message: 'There is no payment yet',
    })
    const free = await shop.checkOut(buyer, 'course', [{ id: (await shop.course(portal, { tiers: { 1: 0 } })).id }])
    expect(await refusalOf(refund(admin, free.id))).toMatchObject({ code: 'no_payment_yet' })
  })
})

describe('a refund’s consequences are shown first (ORD-013, ORD-022, ORD-045)', () => {
  const preview = async (who: TestPerson, id: number) => (await t.as(who).call(showRefundable, { params: { id } })).data

  test('to people who may refund, and the refund does exactly that', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 5 }])
    await ledger.spend(buyer, course.id, 2)
    expect(await preview(admin, id)).toEqual({
      most: 150,
      total: 250,
      subtotal: 250,
      refunded: 0,
      shares: [{ total: 250, seats: 5, used: 2, unused: 3 }],
    })
    expect((await refusalOf(preview(buyer, id)))?.status).toBe(403)
    expect((await refusalOf(preview(await t.make.person('accounting'), id)))?.status).toBe(404)
    expect(await ledger.check()).toEqual([])
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(3)
    await refund(admin, id, { amount: 50 })
    expect(await preview(admin, id)).toMatchObject({ most: 100, refunded: 50, shares: [{ used: 2, unused: 2 }] })
    expect((await refund(admin, id)).amount).toBe(100)
    expect(await preview(admin, id)).toMatchObject({ most: 0, shares: [{ used: 2, unused: 0 }] })
  })

  test('there is nothing to refund without a payment or after a lost chargeback (ERR-068, ORD-048)', async () => {
    const { buyer, admin, course } = await setUp()
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    expect(await refusalOf(preview(admin, id))).toMatchObject({ status: 422, code: 'no_payment_yet' })
    const paid = await shop.buy(buyer, 'course', [{ id: course.id }])
    expect(await preview(admin, paid)).toMatchObject({ most: 50 })
    await t.platform((tx) => tx.updateTable('orders').set({ dispute_status: 'lost' }).where('id', '=', paid).execute())
    expect(await preview(admin, paid)).toMatchObject({ most: 0 })
  })
})
