import { describe, expect, test } from 'vitest'
import { cancelOrder } from '#features/orders/contract.ts'
import { refundOrder, showRefundable } from '#features/payments/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { movableClock, subscribingOf } from '../../../../tests/subscribing.ts'
import { cancelMySubscription, changeMySubscription, payMySubscription, showMySubscription } from '../contract.ts'

const clock = movableClock()
const t = testApp({ now: clock.now })
const s = subscribingOf(t, clock)
const ledger = enrolling(t)
const { shop } = s

const setUp = async () => {
  const portal = await t.make.portal()
  const admin = await s.person('portal_admin', portal)
  const small = await s.plan()
  const large = await s.plan({
    name: 'Enterprise',
    short_name: 'enterprise',
    monthly_price_cents: 29_900,
    annual_price_cents: 299_000,
    annual_credits: 500,
  })
  return { portal, admin, small, large }
}
const mine = async (who: TestPerson) => (await t.as(who).call(showMySubscription)).data
const subscribed = async (portalId: number) => {
  const { subscribed_until } = await t.platform((tx) =>
    tx.selectFrom('portals').select('subscribed_until').where('id', '=', portalId).executeTakeFirstOrThrow(),
  )
  return subscribed_until !== null && subscribed_until > clock.now()
}
const change = (who: TestPerson, plan_id: number, type: string, more: object = {}) =>
  t.as(who).call(changeMySubscription, { body: { plan_id, type, ...s.comesBack(who), ...more } as never })
const pay = (who: TestPerson, more: object = {}) =>
  t.as(who).call(payMySubscription, { body: { ...s.comesBack(who), ...more } })

describe('monthly payments (ORD-028, ORD-031, ORD-032)', () => {
  test('the card pays every month, with an order and an invoice, once however often it is tried and reported (ORD-009, ORD-012)', async () => {
    const { portal, admin, small } = await setUp()
    await s.subscribe(admin, small.id, 'monthly')
    await s.pass(31)
    await s.run()
    await s.run()
    expect(await s.ordersOf(portal.id)).toMatchObject([{ status: 3 }, { status: 1, total_cents: 9900 }])
    expect((await s.messages()).length).toBe(1)
    await s.deliverPayments(portal, 3)
    await s.run()
    expect(await s.ordersOf(portal.id)).toMatchObject([
      { status: 3, invoice_number: 'INV-000001' },
      { status: 3, invoice_number: 'INV-000002', type: 'subscription', total_cents: 9900 },
    ])
    expect(await mine(admin)).toMatchObject({ status: 'active', payments_paid: 2, payments_left: 10, price: 99 })
    // Credits come with the term, not with the month.
    expect(await shop.credits(portal, null)).toBe(100)
  })

  test('a term of twelve payments is followed by the next, with its credits added to the remaining ones (CRD-013)', async () => {
    const { portal, admin, small } = await setUp()
    await s.subscribe(admin, small.id, 'monthly')
    const { ends_at } = await s.running(portal.id)
    await s.passMonths(portal, 12)
    const after = await s.running(portal.id)
    expect(after).toMatchObject({ status: 'active', instalments_paid: 1, term_starts_at: ends_at })
    expect((await s.ordersOf(portal.id)).length).toBe(13)
    expect(await shop.credits(portal, null)).toBe(200)
    expect(await ledger.check()).toEqual([])
  })

  test('a refused card makes it late, then unpaid, then paid again; access ends and comes back (ORD-030, ORD-031)', async () => {
    const { portal, admin, small } = await setUp()
    const { id } = await shop.checkOut(admin, 'subscription', [{ id: small.id, type: 'monthly' } as never])
    const page = await shop.pageOf(id)
    await shop.controls().payOnce(page)
    await shop.deliver(portal, shop.messagesAbout(page, 'checkout.session.completed').at(-1)!)
    await s.pass(31)
    await s.run()
    await s.deliverPayments(portal, 2)
    expect(await s.running(portal.id)).toMatchObject({ status: 'past_due', failed_payments: 1 })
    expect(await subscribed(portal.id)).toBe(true)
    expect(await mine(admin)).toMatchObject({ gives_access: true, payable: { amount: 99, payments: 1 } })

    for (let day = 0; day < 8; day++) {
      await s.pass(1)
      await s.run()
      await s.deliverPayments(portal)
    }
    expect(await s.running(portal.id)).toMatchObject({ status: 'unpaid', failed_payments: 4 })
    expect(await subscribed(portal.id)).toBe(false)
    // The first, and four tries that failed; each of them stays (ORD-010).
    expect((await s.ordersOf(portal.id)).map(({ status }) => status)).toEqual([3, 4, 4, 4, 4])

    const { data } = await pay(admin, { expected_total: 99 })
    await shop.complete(portal, data.order.id)
    expect(await s.running(portal.id)).toMatchObject({ status: 'active', instalments_paid: 2, past_due_at: null })
    expect(await subscribed(portal.id)).toBe(true)
    await s.passMonths(portal, 1)
    expect(await s.running(portal.id)).toMatchObject({ status: 'active', instalments_paid: 3 })
    expect((await refusalOf(pay(admin)))?.message).toBe('There is nothing to pay now.')
  })

  test('an unpaid subscription ends after 30 days (LEG-018, ORD-030)', async () => {
    const { portal, admin, small } = await setUp()
    const { id } = await shop.checkOut(admin, 'subscription', [{ id: small.id, type: 'monthly' } as never])
    const page = await shop.pageOf(id)
    await shop.controls().payOnce(page)
    await shop.deliver(portal, shop.messagesAbout(page, 'checkout.session.completed').at(-1)!)
    for (const days of [31, 8, 23]) {
      await s.pass(days)
      await s.run()
      await s.deliverPayments(portal)
    }
    expect(await s.running(portal.id)).toMatchObject({ status: 'deleted', due_at: null, next_payment_at: null })
    expect(await mine(admin)).toBeNull()
  })
})

describe('late payments', () => {
  const late = async () => {
    const school = await setUp()
    const { id } = await shop.checkOut(school.admin, 'subscription', [
      { id: school.small.id, type: 'monthly' } as never,
    ])
    const page = await shop.pageOf(id)
    await shop.controls().payOnce(page)
    await shop.deliver(school.portal, shop.messagesAbout(page, 'checkout.session.completed').at(-1)!)
    return school
  }

  test('one paid in two tabs counts once, and the second payment is refunded (ORD-012, ORD-046)', async () => {
    const { portal, admin } = await late()
    await s.pass(31)
    await s.run()
    await s.deliverPayments(portal, 2)
    const [one, two] = [await pay(admin), await pay(admin)]
    await shop.complete(portal, one.data.order.id)
    await shop.complete(portal, two.data.order.id)
    await t.app.jobs.drain()
    expect(await mine(admin)).toMatchObject({ status: 'active', payments_paid: 2 })
    expect(await shop.order(two.data.order.id)).toMatchObject({ status: 4 })
    const back = await t.platform((tx) =>
      tx
        .selectFrom('refunds')
        .select(['order_id', 'amount_cents', 'status'])
        .where('portal_id', '=', portal.id)
        .execute(),
    )
    expect(back).toEqual([{ order_id: two.data.order.id, amount_cents: 9900, status: 'succeeded' }])
  })

  test('a buyer who canceled and stops paying loses access after 7 days, not at the end of the term (ORD-030, LEG-018)', async () => {
    const { portal, admin } = await late()
    await t.as(admin).call(cancelMySubscription)
    const isOpen: boolean[] = []
    for (const days of [31, 6, 2]) {
      await s.pass(days)
      await s.run()
      await s.deliverPayments(portal)
      isOpen.push(await subscribed(portal.id))
    }
    expect(isOpen).toEqual([true, true, false])
    expect(await s.running(portal.id)).toMatchObject({ status: 'deleted', instalments_paid: 1 })
  })
})

describe('a trial (ORD-027, CRT-029)', () => {
  test('is free, available once, and ends or is continued', async () => {
    const { portal, admin } = await setUp()
    const plan = await s.plan({ name: 'Trying', short_name: 'established', trial_days: 14 })
    const order = await shop.checkOut(admin, 'subscription', [{ id: plan.id, type: 'monthly' } as never])
    expect(order).toMatchObject({ status: 3, total: 0, url: null })
    expect(await mine(admin)).toMatchObject({
      status: 'trialing',
      gives_access: true,
      renews: false,
      payable: { payments: 1 },
    })
    const { data } = await pay(admin)
    await shop.complete(portal, data.order.id)
    expect(await mine(admin)).toMatchObject({ status: 'active', renews: true, payments_paid: 1 })

    const other = await setUp()
    const mayTry = async () => (await t.as(other.admin).call(showMySubscription)).meta.may_try
    expect(await mayTry()).toBe(true)
    await shop.checkOut(other.admin, 'subscription', [{ id: plan.id, type: 'monthly' } as never])
    await s.pass(15)
    await s.run()
    expect(await mine(other.admin)).toBeNull()
    expect(await subscribed(other.portal.id)).toBe(false)
    expect(await mayTry()).toBe(false)
    const again = await shop.checkOut(other.admin, 'subscription', [{ id: plan.id, type: 'annual' } as never])
    expect(again).toMatchObject({ status: 1, total: 990 })
  })
})

describe('cancelling (ORD-034, CAT-018)', () => {
  test('access lasts to the end of the term, its payments are still made, and then nothing is charged', async () => {
    const { portal, admin, small } = await setUp()
    await s.subscribe(admin, small.id, 'monthly')
    const { data } = await t.as(admin).call(cancelMySubscription)
    expect(data).toMatchObject({ status: 'canceled', gives_access: true, renews: false, payments_left: 11 })
    expect((await refusalOf(t.as(admin).call(cancelMySubscription)))?.status).toBe(422)
    await s.passMonths(portal, 11)
    expect(await s.running(portal.id)).toMatchObject({ status: 'canceled', instalments_paid: 12, due_at: null })
    expect(await subscribed(portal.id)).toBe(true)
    await s.passMonths(portal, 2)
    expect(await s.running(portal.id)).toMatchObject({ status: 'deleted' })
    expect(await subscribed(portal.id)).toBe(false)
    expect((await s.ordersOf(portal.id)).length).toBe(12)
  })
})

describe('changing the plan (ORD-033, ORD-035, ORD-036)', () => {
  test('an upgrade costs the remaining payments of the old term and starts a new one', async () => {
    const { portal, admin, small, large } = await setUp()
    await s.subscribe(admin, small.id, 'monthly')
    await s.passMonths(portal, 2)
    const before = await mine(admin)
    const offer = before?.changes.find(({ plan_id, type }) => plan_id === large.id && type === 'annual')
    // Nine payments of 99 dollars are left.
    expect(offer).toMatchObject({ is_upgrade: true, remaining_payments: 9, remaining_total: 891, total: 3881 })
    expect((await refusalOf(change(admin, large.id, 'annual', { expected_total: 2990 })))?.status).toBe(409)
    const { data } = await change(admin, large.id, 'ANNUAL', { expected_total: 3881 })
    expect(data.order.url).toContain('/pay/')
    expect(await mine(admin)).toMatchObject({ plan: { short_name: 'promo' } })
    await shop.complete(portal, data.order.id)
    expect(await mine(admin)).toMatchObject({ plan: { short_name: 'enterprise' }, period: 'annual', payments_left: 0 })
    expect(new Date((await mine(admin))!.ends_at).getTime()).toBeGreaterThan(clock.now().getTime() + 364 * 86_400_000)
    expect((await s.ordersOf(portal.id)).at(-1)).toMatchObject({ type: 'change-subscription', total_cents: 388_100 })
    expect(await shop.credits(portal, null)).toBe(600)
    await s.passMonths(portal, 2)
    expect((await s.ordersOf(portal.id)).length).toBe(4)
  })

  test('an upgrade whose price changed meanwhile is refunded, and an abandoned one changes nothing', async () => {
    const { portal, admin, small, large } = await setUp()
    await s.subscribe(admin, small.id, 'monthly')
    const abandoned = await change(admin, large.id, 'monthly')
    await t.as(admin).call(cancelOrder, { params: { id: abandoned.data.order.id } })
    const { data } = await change(admin, large.id, 'monthly')
    const message = await shop.pay(data.order.id)
    await s.pass(31)
    await s.run()
    await s.deliverPayments(portal)
    await shop.deliver(portal, message)
    await t.app.jobs.drain()
    expect(await mine(admin)).toMatchObject({ plan: { short_name: 'promo' }, payments_paid: 2 })
    const order = await shop.order(data.order.id)
    expect(order).toMatchObject({ status: 4, reason: expect.stringContaining('refunded') })
    const back = await t.platform((tx) =>
      tx.selectFrom('refunds').select('amount_cents').where('order_id', '=', order.id).execute(),
    )
    expect(back).toEqual([{ amount_cents: order.total_cents }])
  })

  test('a downgrade creates an order of $0 and takes effect with the next term; it can be undone', async () => {
    const { portal, admin, small, large } = await setUp()
    await s.subscribe(admin, large.id, 'annual')
    const { data } = await change(admin, small.id, 'monthly')
    expect(data.order).toMatchObject({ total: 0, status: 3, url: null })
    expect(await mine(admin)).toMatchObject({
      plan: { short_name: 'enterprise' },
      next_plan: { plan: { short_name: 'promo' }, period: 'monthly' },
    })
    await change(admin, large.id, 'annual')
    expect((await mine(admin))?.next_plan).toBeNull()
    expect((await refusalOf(change(admin, large.id, 'annual')))?.status).toBe(422)
    await change(admin, small.id, 'monthly')
    await s.pass(366)
    await s.run()
    await s.deliverPayments(portal)
    expect(await mine(admin)).toMatchObject({
      plan: { short_name: 'promo' },
      period: 'monthly',
      price: 99,
      payments_paid: 1,
    })
    expect((await s.ordersOf(portal.id)).at(-1)).toMatchObject({ total_cents: 9900, status: 3 })
    expect(await shop.credits(portal, null)).toBe(600)
  })
})

describe('refunds (ORD-045)', () => {
  const refund = async (orderId: number, portal: TestPerson['portal'], amount?: number) => {
    const platform = await s.person('super_admin', portal)
    return t.as(platform).call(refundOrder, { params: { id: orderId }, body: amount === undefined ? {} : { amount } })
  }

  test('a full refund ends the term that the order started and takes its unused credits, a partial one neither', async () => {
    const { portal, admin, small } = await setUp()
    const id = await s.subscribe(admin, small.id)
    await refund(id, portal, 90)
    expect(await mine(admin)).toMatchObject({ status: 'active' })
    expect(await shop.credits(portal, null)).toBe(100)
    await refund(id, portal)
    expect(await mine(admin)).toBeNull()
    expect(await s.running(portal.id)).toMatchObject({ status: 'deleted' })
    expect(await subscribed(portal.id)).toBe(false)
    expect(await shop.credits(portal, null)).toBe(0)
    expect(await shop.order(id)).toMatchObject({ status: 6, refunded_cents: 99_000 })
    expect(await ledger.check()).toEqual([])
  })

  test('one that fails later restores the term with its credits, and can be repeated (ORD-051)', async () => {
    const { portal, admin, small } = await setUp()
    const id = await s.subscribe(admin, small.id, 'monthly')
    const columns = ['status', 'ends_at', 'due_at', 'next_payment_at', 'cancelled_at', 'instalments_paid'] as const
    const term = () =>
      t.platform((tx) =>
        tx.selectFrom('subscriptions').select(columns).where('portal_id', '=', portal.id).executeTakeFirstOrThrow(),
      )
    const before = await term()
    for (let turn = 0; turn < 2; turn++) {
      await refund(id, portal)
      expect(await term()).toMatchObject({ status: 'deleted', due_at: null })
      expect(await shop.credits(portal, null)).toBe(0)
      await shop.bounce(portal, id)
      expect(await term()).toEqual(before)
      expect(await subscribed(portal.id)).toBe(true)
      expect(await shop.credits(portal, null)).toBe(100)
      expect(await shop.order(id)).toMatchObject({ status: 3, refunded_cents: 0 })
    }
    await s.passMonths(portal, 1)
    expect(await mine(admin)).toMatchObject({ status: 'active', payments_paid: 2 })
    expect(await ledger.check()).toEqual([])
  })

  test('a plan that has begun since stays, and accounting can see that (ORD-051)', async () => {
    const { portal, admin, small, large } = await setUp()
    const id = await s.subscribe(admin, small.id)
    await refund(id, portal)
    await s.subscribe(admin, large.id)
    await shop.bounce(portal, id)
    expect(await s.running(portal.id)).toMatchObject({ status: 'active', plan_id: large.id })
    expect(await shop.credits(portal, null)).toBe(600)
    const letters = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select('text')
        .where('portal_id', '=', portal.id)
        .where('template', '=', 'refund-failed-staff')
        .execute(),
    )
    expect(letters[0]?.text).toContain('another one has started')
    expect(await ledger.check()).toEqual([])
  })

  test('only the platform refunds a plan: buyers never refund themselves (ORD-050, ORD-022)', async () => {
    const { portal, admin, small } = await setUp()
    await s.subscribe(admin, small.id, 'monthly')
    await s.passMonths(portal, 1)
    for (const { id } of await s.ordersOf(portal.id))
      for (const who of [admin, await s.person('accounting', portal)]) {
        expect((await refusalOf(t.as(who).call(showRefundable, { params: { id } })))?.status).toBe(403)
        expect((await refusalOf(t.as(who).call(refundOrder, { params: { id }, body: {} })))?.status).toBe(403)
      }
    expect((await s.ordersOf(portal.id)).map(({ refunded_cents }) => refunded_cents)).toEqual([0, 0])
  })

  test('the refund of a later payment ends nothing', async () => {
    const { portal, admin, small } = await setUp()
    await s.subscribe(admin, small.id, 'monthly')
    await s.passMonths(portal, 1)
    const later = (await s.ordersOf(portal.id)).at(-1)!
    await refund(later.id, portal)
    expect(await shop.order(later.id)).toMatchObject({ status: 6 })
    expect(await mine(admin)).toMatchObject({ status: 'active', payments_paid: 2 })
    expect(await shop.credits(portal, null)).toBe(100)
  })

  test('a chargeback ends a term only once it is lost (ORD-048)', async () => {
    const { portal, admin, small } = await setUp()
    const id = await s.subscribe(admin, small.id)
    const { payment_reference } = await shop.order(id)
    const dispute = await shop.controls().dispute(payment_reference!)
    const messageOf = (type: string) => shop.messagesAbout(dispute.id, type as never).at(-1)!
    await shop.deliver(portal, messageOf('charge.dispute.created'))
    expect(await mine(admin)).toMatchObject({ status: 'active' })
    await shop.controls().closeDispute(dispute.id, 'lost')
    for (let turn = 0; turn < 2; turn++) await shop.deliver(portal, messageOf('charge.dispute.closed'))
    expect(await mine(admin)).toBeNull()
    expect(await shop.credits(portal, null)).toBe(0)
    expect(await shop.order(id)).toMatchObject({ status: 6, dispute_fee_cents: 50_000 })
  })
})
