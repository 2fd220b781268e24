import { describe, expect, test, vi } from 'vitest'
import { showOrder } from '#features/orders/contract.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { PaymentsError } from '#platform/payments/payments.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { listRefunds, refundOrder } from '../contract.ts'
import { reconcile } from './reconcile.ts'

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
const refund = async (who: TestPerson, id: number, body: { amount?: number } = {}) =>
  (await t.as(who).call(refundOrder, { params: { id }, body })).data
const most = (max: number) => ({ status: 422, errors: { amount: [`Please enter a value of no more than ${max}.`] } })
const liveCourses = async (userId: number) =>
  (await shop.enrollmentsOf(userId)).filter((one) => one.ended_at === null).map((one) => one.course_id)
const differences = async (id: number) => {
  const now = new Date(Date.now() + 2 * 3_600_000)
  const all = await reconcile(t.app.db, t.app.services.payments, { since: new Date(now.getTime() - 86_400_000), now })
  return all.filter(({ order_id }) => order_id === id).map(({ problem }) => problem)
}
const refundsOf = async (who: TestPerson, id: number) =>
  (await t.as(who).call(listRefunds, { query: { order_id: id } })).data.map(({ origin, amount }) => [origin, amount])
/** The bank takes back an amount of an order, or all that is left, and both messages are held. */
const lose = async (id: number, amount?: number) => {
  const { payment_reference } = await shop.order(id)
  const dispute = await shop.controls().dispute(payment_reference!, 'fraudulent', amount)
  await shop.controls().closeDispute(dispute.id, 'lost')
  const messageOf = (type: 'charge.dispute.created' | 'charge.dispute.closed') =>
    shop.messagesAbout(dispute.id, type)[0]!
  return { opened: messageOf('charge.dispute.created'), closed: messageOf('charge.dispute.closed') }
}

describe('chargebacks (ORD-048, LEG-011)', () => {
  test('an open chargeback is shown to accounting with its fee and ends nothing; a lost one acts like a full refund', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const { payment_reference: reference } = await shop.order(id)
    const dispute = await shop.controls().dispute(reference!)
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.created')[0]!)
    const seen = async (who: TestPerson) => (await t.as(who).call(showOrder, { params: { id } })).data
    expect(await seen(admin)).toMatchObject({ status: completed, dispute: { status: 'open', fee: 500 } })
    expect((await seen(buyer)).dispute).toBeNull()
    expect(await liveCourses(buyer.id)).toEqual([course.id])
    await shop.controls().closeDispute(dispute.id, 'lost')
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.closed')[0]!)
    expect(await seen(admin)).toMatchObject({ status: refunded, refunded_total: 50, dispute: { status: 'lost' } })
    expect(await liveCourses(buyer.id)).toEqual([])
    expect(await refusalOf(refund(admin, id))).toMatchObject(most(0))
  })

  test('one that arrives before its payment is repeated until the payment is known; one of an unknown payment does nothing (ORD-009)', async () => {
    const { portal, buyer, course } = await setUp()
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    const paid = await shop.pay(id)
    const { payment_intent: reference } = paid.data.object as { payment_intent: string }
    const dispute = await shop.controls().dispute(reference)
    const opened = shop.messagesAbout(dispute.id, 'charge.dispute.created')[0]!
    expect((await shop.deliver(portal, opened)).statusCode).toBe(409)
    await shop.deliver(portal, paid)
    expect((await shop.deliver(portal, opened)).statusCode).toBe(200)
    expect(await shop.order(id)).toMatchObject({ status: completed, dispute_status: 'open' })
    const foreign = structuredClone(opened)
    Object.assign(foreign, { id: 'evt_of_nobody' })
    Object.assign(foreign.data.object, { payment_intent: 'pi_of_nobody' })
    expect((await shop.deliver(portal, foreign)).statusCode).toBe(200)
  })

  test('an inquiry by the bank is not a chargeback until the money is taken: no fee, no entry, no difference', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const { id: inquiry } = await shop.controls().inquire((await shop.order(id)).payment_reference!)
    const deliver = async (type: 'created' | 'funds_withdrawn' | 'closed') =>
      shop.deliver(portal, shop.messagesAbout(inquiry, `charge.dispute.${type}`)[0]!)
    const disputeOf = async () => (await t.as(admin).call(showOrder, { params: { id } })).data.dispute
    await deliver('created')
    expect(await disputeOf()).toBeNull()
    expect(await differences(id)).toEqual([])
    await shop.controls().escalate(inquiry)
    await deliver('funds_withdrawn')
    expect(await disputeOf()).toEqual({ status: 'open', fee: 500 })
    expect(await differences(id)).toEqual([])
    await shop.controls().closeDispute(inquiry, 'lost')
    await deliver('closed')
    expect(await disputeOf()).toMatchObject({ status: 'lost' })
    expect(await liveCourses(buyer.id)).toEqual([])
  })

  test('a settled inquiry by the bank leaves no trace', async () => {
    const { portal, buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const { id: inquiry } = await shop.controls().inquire((await shop.order(id)).payment_reference!)
    await shop.controls().closeDispute(inquiry, 'warning_closed')
    await shop.deliver(portal, shop.messagesAbout(inquiry, 'charge.dispute.closed')[0]!)
    expect(await shop.order(id)).toMatchObject({ status: completed, dispute_status: null, dispute_fee_cents: 0 })
    expect(await differences(id)).toEqual([])
  })

  test('a won chargeback leaves everything as it was', async () => {
    const { portal, buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const dispute = await shop.controls().dispute((await shop.order(id)).payment_reference!)
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.created')[0]!)
    await shop.controls().closeDispute(dispute.id, 'won')
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.closed')[0]!)
    expect(await shop.order(id)).toMatchObject({ status: completed, dispute_status: 'won', refunded_cents: 0 })
    expect(await liveCourses(buyer.id)).toEqual([course.id])
  })

  test('a lost one takes what earlier refunds left, and nothing more can be refunded (ORD-022, ORD-048)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await refund(admin, id, { amount: 10 })
    const dispute = await shop.controls().dispute((await shop.order(id)).payment_reference!)
    await shop.controls().closeDispute(dispute.id, 'lost')
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.closed')[0]!)
    const { data } = await t.as(admin).call(listRefunds, { query: { order_id: id } })
    expect(data.map(({ origin, amount }) => [origin, amount])).toEqual([
      ['dispute', 40],
      ['request', 10],
    ])
    // Even if the order itself still says that it is completed.
    await t.platform((tx) =>
      tx.updateTable('orders').set({ status: completed, refunded_cents: 0 }).where('id', '=', id).execute(),
    )
    await t.platform((tx) => tx.deleteFrom('refunds').where('order_id', '=', id).execute())
    expect(await refusalOf(refund(admin, id))).toMatchObject(most(0))
  })

  test('one lost while a refund is in progress takes each cent once, and the credits with it (ORD-045, ORD-048)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    for (const isCarriedOut of [true, false]) {
      const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
      const { payment_reference: reference } = await shop.order(id)
      if (isCarriedOut) shop.controls().loseAnswers(3)
      const away = isCarriedOut
        ? null
        : vi
            .spyOn(t.app.services.payments, 'refund')
            .mockRejectedValueOnce(new PaymentsError('payments_unreachable', 'away'))
      expect(await refund(admin, id, { amount: 60 })).toMatchObject({ status: 'pending' })
      away?.mockRestore()
      const dispute = await shop.controls().dispute(reference!)
      await shop.controls().closeDispute(dispute.id, 'lost')
      await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.closed')[0]!)
      await t.app.jobs.drain()
      expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 20_000 })
      expect(await shop.credits(portal, course.id, buyer.id)).toBe(0)
      const { data } = await t.as(admin).call(listRefunds, { query: { order_id: id } })
      const back = data.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount)
      expect(back.toSorted()).toEqual([140, 60])
      expect(await ledger.check()).toEqual([])
    }
  })

  test('one for a second payment that bought nothing leaves the order and its money alone (ORD-046, ORD-048)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const other = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    const second = await shop.pay(other.id)
    const { checkout_id } = await shop.order(id)
    const object = { ...(second.data.object as object), id: checkout_id, metadata: { order_id: String(id) } }
    expect((await shop.deliver(portal, { ...second, data: { object } })).statusCode).toBe(200)
    await t.app.jobs.drain()
    const reference = String((second.data.object as { payment_intent: string }).payment_intent)
    const lost = {
      ...second,
      id: `${second.id}_lost`,
      type: 'charge.dispute.closed',
      data: {
        object: {
          id: 'du_of_the_second',
          object: 'dispute',
          payment_intent: reference,
          status: 'lost',
          amount: 5000,
          created: Math.floor(Date.now() / 1000),
          metadata: {},
        },
      },
    }
    expect((await shop.deliver(portal, lost)).statusCode).toBe(200)
    const { data } = await t.as(admin).call(listRefunds, { query: { order_id: id } })
    expect(data.map(({ origin, amount }) => [origin, amount])).toEqual([['late_payment', 50]])
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 0 })
    expect(await liveCourses(buyer.id)).toEqual([course.id])
  })

  test('a chargeback announced after its end changes nothing (ORD-048)', async () => {
    const { portal, buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const dispute = await shop.controls().dispute((await shop.order(id)).payment_reference!)
    await shop.controls().closeDispute(dispute.id, 'won')
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.closed')[0]!)
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.created')[0]!)
    expect(await shop.order(id)).toMatchObject({ dispute_status: 'won', refunded_cents: 0 })
  })
})

describe('a chargeback of part of a payment (ORD-048)', () => {
  test('takes only that part with the credits it covers; the rest stays bought', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
    await t.app.jobs.drain()
    const { opened, closed } = await lose(id, 6000)
    for (const message of [closed, opened, closed]) expect((await shop.deliver(portal, message)).statusCode).toBe(200)
    expect(await shop.order(id)).toMatchObject({ status: completed, dispute_status: 'lost', refunded_cents: 6000 })
    // 60 of 200 dollars pay for one of four credits.
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(3)
    expect(await refundsOf(admin, id)).toEqual([['dispute', 60]])
    expect(await differences(id)).toEqual([])
    expect(await ledger.check()).toEqual([])
    await t.platform((tx) => tx.updateTable('refunds').set({ amount_cents: 5900 }).where('order_id', '=', id).execute())
    expect(await differences(id)).toContain('what the chargeback took differs')
  })

  test('may be one of several: each takes back its own part once, in any order and repetition (LEG-011)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
    await t.app.jobs.drain()
    const { payment_reference: reference } = await shop.order(id)
    const first = await shop.controls().dispute(reference!, 'fraudulent', 6000)
    const second = await shop.controls().dispute(reference!, 'fraudulent', 5000)
    const third = await shop.controls().dispute(reference!, 'fraudulent', 4000)
    const tell = ({ id: of }: { id: string }, what: 'created' | 'closed') =>
      shop.deliver(portal, shop.messagesAbout(of, `charge.dispute.${what}`)[0]!)
    const seen = async () => (await t.as(admin).call(showOrder, { params: { id } })).data.dispute
    await tell(first, 'created')
    expect(await differences(id)).toEqual(['the number of chargebacks differs'])
    await tell(second, 'created')
    await tell(third, 'created')
    expect(await seen()).toEqual({ status: 'open', fee: 1500 })
    expect(await shop.order(id)).toMatchObject({ disputed_cents: 15_000 })
    for (const one of [second, first]) {
      await shop.controls().closeDispute(one.id, 'lost')
      await tell(one, 'closed')
      await tell(one, 'created')
      expect(await seen()).toMatchObject({ status: 'open' })
    }
    expect(await refundsOf(admin, id)).toEqual([
      ['dispute', 60],
      ['dispute', 50],
    ])
    await shop.controls().closeDispute(third.id, 'won')
    expect(await differences(id)).toEqual(['the chargeback differs'])
    await tell(third, 'closed')
    expect(await seen()).toEqual({ status: 'lost', fee: 1500 })
    expect(await shop.order(id)).toMatchObject({ status: completed, refunded_cents: 11_000 })
    // 110 of 200 dollars pay for two of four credits.
    expect(await shop.credits(portal, course.id, buyer.id)).toBe(2)
    expect(await differences(id)).toEqual([])
    expect(await ledger.check()).toEqual([])
  })

  test('and another one lost at once take the whole payment, and its access ends', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await t.app.jobs.drain()
    const { closed: first } = await lose(id, 2000)
    const { closed: second } = await lose(id)
    const again = [first, second].map((message) => ({ ...message, id: `${message.id}_again` }))
    const responses = await Promise.all([first, second, ...again].map((message) => shop.deliver(portal, message)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect((await refundsOf(admin, id)).toSorted()).toEqual([
      ['dispute', 20],
      ['dispute', 30],
    ])
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 5000, dispute_fee_cents: 100_000 })
    expect(await liveCourses(buyer.id)).toEqual([])
    expect(await differences(id)).toEqual([])
  })

  test('from before ids were stored is recognized by payment, time and amount; a later one is separate', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
    await t.app.jobs.drain()
    const { opened, closed } = await lose(id, 6000)
    await shop.deliver(portal, opened)
    await t.platform((tx) =>
      tx
        .updateTable('disputes')
        .set({ dispute_reference: null, created_at: new Date() })
        .where('order_id', '=', id)
        .execute(),
    )
    await shop.deliver(portal, closed)
    await t.platform((tx) =>
      tx
        .updateTable('disputes')
        .set({ dispute_reference: null, created_at: new Date(Date.now() - 60_000) })
        .where('order_id', '=', id)
        .execute(),
    )
    const { closed: later } = await lose(id, 6000)
    await shop.deliver(portal, later)
    expect(await refundsOf(admin, id)).toEqual([
      ['dispute', 60],
      ['dispute', 60],
    ])
    expect(await differences(id)).toEqual([])
  })

  test('that arrives before an earlier refund at the provider keeps both separate (ORD-022)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await t.app.jobs.drain()
    const { payment_reference: reference } = await shop.order(id)
    await t.app.services.payments.stripe.refunds.create({ payment_intent: reference!, amount: 400 })
    const { closed } = await lose(id)
    await shop.deliver(portal, closed)
    await shop.deliver(portal, shop.messagesAbout(reference!, 'charge.refunded')[0]!)
    expect(await refundsOf(admin, id)).toEqual([
      ['provider', 4],
      ['dispute', 46],
    ])
    expect(await shop.order(id)).toMatchObject({ status: refunded, refunded_cents: 5000 })
    expect(await liveCourses(buyer.id)).toEqual([])
    expect(await differences(id)).toEqual([])
  })
})

test('a transfer from a payment that the bank took back is reversed too, once (ORD-048, PAR-016)', async () => {
  const { portal, buyer, course } = await setUp()
  const { payments } = t.app.services
  const { id: account_id } = await payments.stripe.accounts.create({
    type: 'express',
    country: 'US',
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  })
  const { url } = await payments.accountOnboarding({
    account_id,
    idempotency_key: 'own',
    email: 'owner@example.com',
    business_name: 'Owner',
    return_url: `http://${portal.host}/earnings`,
    refresh_url: `http://${portal.host}/earnings`,
  })
  const headers = { host: portal.host, 'content-type': 'application/x-www-form-urlencoded' }
  await t.app.http.inject({ method: 'POST', url: new URL(url).pathname, headers, payload: '' })
  const at = { created_at: new Date(), updated_at: new Date() }
  await t.platform((tx) =>
    tx
      .insertInto('payment_accounts')
      .values({ portal_id: portal.id, account_id, is_ready: true, ...at })
      .execute(),
  )
  const id = await shop.buy(buyer, 'course', [{ id: course.id }])
  const { closed } = await lose(id, 2000)
  for (let turn = 0; turn < 2; turn++) await shop.deliver(portal, closed)
  await t.app.jobs.drain()
  const passedOn = async () => (await payments.stripe.transfers.list({ destination: account_id })).data
  expect(await passedOn()).toMatchObject([{ amount: 5000, amount_reversed: 2000 }])
  // A call whose answer was lost is repeated, however late.
  const [taken] = await t.platform((tx) =>
    tx.selectFrom('refunds').select(['id', 'payment_reference']).where('order_id', '=', id).execute(),
  )
  await payments.reverseTransfer({
    payment_reference: taken!.payment_reference,
    amount_cents: 2000,
    is_share_returned: false,
    idempotency_key: `take-back-${portal.id}-${taken!.id}-${taken!.payment_reference}`,
  })
  expect(await passedOn()).toMatchObject([{ amount_reversed: 2000 }])
})
