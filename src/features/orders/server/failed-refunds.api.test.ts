import { describe, expect, test, vi } from 'vitest'
import { deleteEnrollments } from '#features/enrollments/contract.ts'
import { PaymentsError } from '#platform/payments/payments.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { listPayments, listRefunds, refundOrder, showOrder } from '../contract.ts'
import { ORDER_STATUS } from '../rules/status.ts'
import { reconcile } from './api.ts'

const t = testApp()
const shop = shopOf(t)
const ledger = enrolling(t)
const { completed, failed, refunded } = ORDER_STATUS

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const admin = await t.make.person('accounting', { portal })
  return { portal, buyer, admin, course: await shop.course(portal) }
}
const refund = async (who: TestPerson, id: number, body: { amount?: number } = {}) =>
  (await t.as(who).call(refundOrder, { params: { id }, body })).data
const referenceOf = async (id: number) => (await shop.order(id)).payment_reference!
/** The refunds that the provider has of an order's payment, oldest first. */
const madeOf = async (id: number) => t.app.services.payments.listRefunds(await referenceOf(id))
type Kind = 'refund.failed' | 'refund.updated' | 'charge.refund.updated'
const failureOf = (refund_reference: string, type: Kind = 'refund.failed') =>
  shop.messagesAbout(refund_reference, type).at(-1)!
/** The bank sends a refund back, and the message of it arrives. */
const fail = async (portal: TestPortal, id: number, at = -1, type?: Kind) => {
  const { refund_reference } = (await madeOf(id)).at(at)!
  await shop.controls().failRefund(refund_reference)
  const message = failureOf(refund_reference, type)
  expect((await shop.deliver(portal, message)).statusCode).toBe(200)
  return message
}
const enrollmentsOf = async (userId: number) =>
  (await shop.enrollmentsOf(userId)).filter(({ role }) => role === 'learner')
const liveCourses = async (userId: number) =>
  (await enrollmentsOf(userId)).filter((one) => one.ended_at === null).map((one) => one.course_id)
const rowsOf = async (who: TestPerson, id: number) =>
  (await t.as(who).call(listRefunds, { query: { order_id: id } })).data
    .toReversed()
    .map(({ origin, amount, status, is_full }) => `${origin} ${amount} ${status}${is_full ? ' full' : ''}`)
const differences = async (id: number) => {
  const now = new Date(Date.now() + 2 * 3_600_000)
  const all = await reconcile(t.app.db, t.app.services.payments, { since: new Date(now.getTime() - 86_400_000), now })
  return all.filter(({ order_id }) => order_id === id).map(({ problem }) => problem)
}
const agrees = async (id: number) => {
  await t.app.jobs.drain()
  expect(await differences(id)).toEqual([])
  expect(await ledger.check()).toEqual([])
}
const mailsOf = (portal: TestPortal, template: string) =>
  t.platform((tx) =>
    tx
      .selectFrom('mails')
      .select(['to_email', 'subject', 'text'])
      .where('portal_id', '=', portal.id)
      .where('template', '=', template)
      .orderBy('id')
      .execute(),
  )

describe('a refund that fails after it had succeeded is undone (ORD-007, ORD-051)', () => {
  test('the order is completed again, the access is as before, and all who count on it are told', async () => {
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

  test('progress that was made stays as it was, and the seat is not paid for again', async () => {
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

  test('the older names of the message, each twice and at once, do it once (ORD-009)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 3 }])
    await refund(admin, id)
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(0)
    const [{ refund_reference } = { refund_reference: '' }] = await madeOf(id)
    await shop.controls().failRefund(refund_reference)
    const kinds: Kind[] = ['charge.refund.updated', 'refund.updated', 'refund.failed']
    const messages = [...kinds, ...kinds].map((kind) => failureOf(refund_reference, kind))
    const answers = await Promise.all(messages.map((message) => shop.deliver(portal, message)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(messages.map(() => 200))
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(3)
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 0 })
    expect((await mailsOf(portal, 'refund-failed')).length).toBe(1)
    await agrees(id)
  })

  test('it can be refunded again, which ends the access again, and that may fail as well', async () => {
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

  test('messages that come late or before the one they follow change nothing of it (ORD-009)', async () => {
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

  test('before the answer of the call was written, it is a refund that was refused', async () => {
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

  test('a chargeback that is lost afterwards takes the money and the access', async () => {
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

  test('a chargeback that was lost before takes what is still due to the bank, and no more', async () => {
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

describe('only what refunds have ended comes back (ORD-013, ORD-051)', () => {
  test('where the learner has bought the course again, the first order joins that enrollment', async () => {
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

  test('whoever was taken out of the course stays out, and accounting reads so', async () => {
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
    expect(letters[0]?.text).toContain('has ended for another reason')
  })
})

describe('several refunds of one order (ORD-022, ORD-051)', () => {
  test('of two that are all of it together, the one that fails gives the access again and leaves the other', async () => {
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

  test('one that was made at the provider is known by its id, of whatever amount it is', async () => {
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

  test('those that were written before their ids were kept are found by their amounts, together or one by one', async () => {
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

test('money that bought nothing and comes back from the bank is told, stays in the list of what is open, and can be given back at the provider (ORD-046, ORD-051)', async () => {
  const { portal, buyer, admin, course } = await setUp()
  const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
  const paid = await shop.pay(id)
  const object = { ...(paid.data.object as object), amount_total: 4000 }
  await shop.deliver(portal, { ...paid, data: { object } })
  await t.app.jobs.drain()
  const reference = String((paid.data.object as { payment_intent: string }).payment_intent)
  const [made] = await t.app.services.payments.listRefunds(reference)
  await shop.controls().failRefund(made!.refund_reference)
  await shop.deliver(portal, failureOf(made!.refund_reference))
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

describe('what was passed on to a connected account (ORD-051, PAR-016)', () => {
  const passedOn = async () => {
    const { portal, buyer, admin, course } = await setUp()
    const { payments } = t.app.services
    const { id: account_id } = await payments.stripe.accounts.create({
      type: 'express',
      country: 'US',
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    })
    const addresses = { return_url: `http://${portal.host}/earnings`, refresh_url: `http://${portal.host}/earnings` }
    const owner = { account_id, idempotency_key: account_id, email: 'owner@example.com', business_name: 'Owner' }
    const { url } = await payments.accountOnboarding({ ...owner, ...addresses })
    const headers = { host: portal.host, 'content-type': 'application/x-www-form-urlencoded' }
    await t.app.http.inject({ method: 'POST', url: new URL(url).pathname, headers, payload: '' })
    const at = { created_at: new Date(), updated_at: new Date() }
    await t.platform(async (tx) => {
      const { id: company_id } = await tx
        .insertInto('partner_companies')
        .values({ portal_id: portal.id, slug: 'owner', name: 'Owner', share_percent: 70 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('payment_accounts')
        .values({ portal_id: portal.id, company_id, account_id, is_ready: true, ...at })
        .execute()
      await tx.updateTable('courses').set({ partner_company_id: company_id }).where('id', '=', course.id).execute()
    })
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    /** What the account has of the sale, in cents. */
    const has = async () => {
      const { data } = await payments.stripe.transfers.list({ destination: account_id })
      return data.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0)
    }
    return { portal, admin, id, has }
  }

  test('is passed on again, once, and the next refund takes it back from there', async () => {
    const { portal, admin, id, has } = await passedOn()
    expect(await has()).toBe(3500)
    await refund(admin, id)
    expect(await has()).toBe(0)
    const message = await fail(portal, id)
    await shop.deliver(portal, { ...message, id: `${message.id}_again` })
    await agrees(id)
    expect(await has()).toBe(3500)
    await refund(admin, id, { amount: 20 })
    await agrees(id)
    expect(await has()).toBe(2100)
    const { stripe } = t.app.services.payments
    const [again] = (await stripe.transfers.list({ transfer_group: `again-${await referenceOf(id)}` })).data
    const { id: reversal } = await stripe.transfers.createReversal(again!.id, { amount: 100 })
    expect(reversal).toMatch(/^trr_/)
    expect(await differences(id)).toEqual(['what an account has of the payment differs'])
    const { destination, transfer_group } = again!
    const values = { amount: 100, currency: 'usd', destination: String(destination), transfer_group: transfer_group! }
    await stripe.transfers.create(values)
    await agrees(id)
    await fail(portal, id)
    await agrees(id)
    expect(await has()).toBe(3500)
  })

  test('of a part that failed, the rest is taken back from both', async () => {
    const { portal, admin, id, has } = await passedOn()
    await refund(admin, id, { amount: 20 })
    await fail(portal, id)
    await agrees(id)
    expect(await has()).toBe(3500)
    const dispute = await shop.controls().dispute(await referenceOf(id))
    await shop.controls().closeDispute(dispute.id, 'lost')
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.closed')[0]!)
    await agrees(id)
    expect(await has()).toBe(0)
  })

  test('where the account takes no money any more it stays with the platform, which the check and the log say', async () => {
    const { portal, admin, id, has } = await passedOn()
    await refund(admin, id)
    vi.spyOn(t.app.services.payments, 'passOnAgain').mockRejectedValue(new PaymentsError('payment_refused', 'closed'))
    await fail(portal, id)
    await t.app.jobs.drain()
    expect(await has()).toBe(0)
    expect(await differences(id)).toEqual(['what an account has of the payment differs'])
    const log = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select('changes').where('action', '=', 'order.not_passed_on').execute(),
    )
    expect(log).toMatchObject([{ changes: { error: 'closed' } }])
  })
})
