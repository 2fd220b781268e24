import { describe, expect, test } from 'vitest'
import { refundOrder } from '#features/payments/contract.ts'
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

const SMALL = { monthly_price_cents: 9900, annual_price_cents: 99_000 }
const LARGE = { monthly_price_cents: 29_900, annual_price_cents: 299_000 }

const set = (planId: number, values: object) =>
  t.platform((tx) => tx.updateTable('subscription_plans').set(values).where('id', '=', planId).execute())
const setUp = async () => {
  const portal = await t.make.portal()
  const admin = await s.person('portal_admin', portal)
  const small = await s.plan(SMALL)
  const large = await s.plan({ name: 'Enterprise', short_name: 'enterprise', annual_credits: 500, ...LARGE })
  await set(small.id, SMALL)
  await set(large.id, LARGE)
  return { portal, admin, small, large }
}
const mine = async (who: TestPerson) => (await t.as(who).call(showMySubscription)).data
const change = (who: TestPerson, plan_id: number, type: string) =>
  t.as(who).call(changeMySubscription, { body: { plan_id, type, ...s.comesBack(who) } as never })
/** Pays the amount on the screen. */
const payShownPrice = async (who: TestPerson) => {
  const payable = (await mine(who))?.payable
  const { data } = await t
    .as(who)
    .call(payMySubscription, { body: { ...s.comesBack(who), expected_total: payable?.amount as never } })
  await shop.complete(who.portal, data.order.id)
  return data.order.id
}
/** Subscribes with a card that works only the first time. */
const subscribeOnce = async (who: TestPerson, planId: number, type: 'monthly' | 'annual') => {
  const { id } = await shop.checkOut(who, 'subscription', [{ id: planId, type } as never])
  const page = await shop.pageOf(id)
  await shop.controls().payOnce(page)
  await shop.deliver(who.portal, shop.messagesAbout(page, 'checkout.session.completed').at(-1)!)
}

describe('a price that changes', () => {
  test('while the buyer pays changes no later payment of the term (ORD-032, ORD-043)', async () => {
    const { portal, admin, small } = await setUp()
    const { id } = await shop.checkOut(admin, 'subscription', [{ id: small.id, type: 'monthly' } as never])
    const message = await shop.pay(id)
    await set(small.id, { monthly_price_cents: 14_900 })
    await shop.deliver(portal, message)
    expect(await mine(admin)).toMatchObject({ price: 99 })
    await s.passMonths(portal, 1)
    expect((await s.ordersOf(portal.id)).map(({ total_cents }) => total_cents)).toEqual([9900, 9900])
  })

  test('before a refused renewal is the price that is shown and can be paid (ORD-039, ORD-043)', async () => {
    const { portal, admin, small } = await setUp()
    await subscribeOnce(admin, small.id, 'annual')
    await set(small.id, { annual_price_cents: 120_000 })
    expect((await mine(admin))?.next_payment).toMatchObject({ amount: 1200 })
    await s.pass(367)
    await s.run()
    await s.deliverPayments(portal)
    expect(await mine(admin)).toMatchObject({ status: 'past_due', price: 990, payable: { amount: 1200, payments: 1 } })
    await payShownPrice(admin)
    expect(await mine(admin)).toMatchObject({ status: 'active', price: 1200, payments_paid: 1 })
  })

  test('or a plan chosen while a renewal is in progress applies to the term after it (ORD-036)', async () => {
    const { portal, admin, small, large } = await setUp()
    await s.subscribe(admin, large.id, 'annual')
    await s.pass(367)
    await s.run()
    await change(admin, small.id, 'monthly')
    await s.deliverPayments(portal)
    expect((await s.ordersOf(portal.id)).map(({ total_cents }) => total_cents)).toEqual([299_000, 299_000, 0])
    expect(await mine(admin)).toMatchObject({
      plan: { short_name: 'enterprise' },
      price: 2990,
      next_plan: { plan: { short_name: 'promo' }, period: 'monthly' },
    })
  })
})

test('the plan chosen in a trial is the one that is paid for (ORD-036, ORD-043)', async () => {
  const { admin, small, large } = await setUp()
  await set(large.id, { trial_days: 14 })
  await shop.checkOut(admin, 'subscription', [{ id: large.id, type: 'annual' } as never])
  await set(large.id, { trial_days: 0 })
  expect((await mine(admin))?.payable).toMatchObject({ amount: 2990 })
  await change(admin, small.id, 'monthly')
  expect((await mine(admin))?.payable).toMatchObject({ amount: 99 })
  await payShownPrice(admin)
  expect(await mine(admin)).toMatchObject({ status: 'active', plan: { short_name: 'promo' }, period: 'monthly' })
})

describe('a canceled term (ORD-034)', () => {
  test('whose card is refused is paid like any other', async () => {
    const { portal, admin, small } = await setUp()
    await subscribeOnce(admin, small.id, 'monthly')
    await t.as(admin).call(cancelMySubscription)
    expect((await mine(admin))?.payable).toBeNull()
    await s.pass(31)
    await s.run()
    await s.deliverPayments(portal)
    expect(await mine(admin)).toMatchObject({ status: 'canceled', payable: { amount: 99, payments: 1 } })
    await payShownPrice(admin)
    await s.pass(9)
    await s.run()
    expect(await mine(admin)).toMatchObject({ status: 'canceled', gives_access: true, payments_paid: 2, payable: null })
  })

  test('is paid to its end by a buyer who buys again before that, so canceling never shortens a term', async () => {
    const { portal, admin, small, large } = await setUp()
    await s.subscribe(admin, large.id, 'monthly')
    await s.passMonths(portal, 1)
    await t.as(admin).call(cancelMySubscription)
    // Two of twelve are paid.
    const again = await shop.checkOut(admin, 'subscription', [{ id: small.id, type: 'monthly' } as never])
    expect(again.total).toBe(10 * 299 + 99)
    await shop.complete(portal, again.id)
    expect(await mine(admin)).toMatchObject({
      status: 'active',
      plan: { short_name: 'promo' },
      price: 99,
      payments_paid: 1,
    })
    await s.passMonths(portal, 1)
    expect((await s.ordersOf(portal.id)).at(-1)).toMatchObject({ status: 3, total_cents: 9900 })
  })

  test('whose remaining payments changed since is not paid twice: that order is refunded', async () => {
    const { portal, admin, small, large } = await setUp()
    await s.subscribe(admin, large.id, 'monthly')
    await t.as(admin).call(cancelMySubscription)
    const { id } = await shop.checkOut(admin, 'subscription', [{ id: small.id, type: 'monthly' } as never])
    const message = await shop.pay(id)
    await s.passMonths(portal, 1)
    await shop.deliver(portal, message)
    await t.app.jobs.drain()
    expect(await mine(admin)).toMatchObject({ status: 'canceled', payments_paid: 2 })
    const { payment_reference } = await shop.order(id)
    const back = (await t.app.services.payments.retrievePayment(payment_reference ?? '')).refunded_cents
    expect(back).toBe(11 * 29_900 + 9900)
  })

  test('of a trial owes nothing', async () => {
    const { admin, small, large } = await setUp()
    await set(large.id, { trial_days: 14 })
    await shop.checkOut(admin, 'subscription', [{ id: large.id, type: 'monthly' } as never])
    await set(large.id, { trial_days: 0 })
    await t.as(admin).call(cancelMySubscription)
    expect(await mine(admin)).toMatchObject({ status: 'canceled', payments_left: 0 })
    const { total } = await shop.checkOut(admin, 'subscription', [{ id: small.id, type: 'monthly' } as never])
    expect(total).toBe(99)
  })
})

test('whose next term has begun is refunded with its remaining credits (ORD-045)', async () => {
  const { portal, admin, small, large } = await setUp()
  const first = await s.subscribe(admin, small.id)
  const { data } = await change(admin, large.id, 'annual')
  await shop.complete(portal, data.order.id)
  expect(await shop.credits(portal, null)).toBe(600)
  const platform = await s.person('super_admin', portal)
  expect(await refusalOf(t.as(platform).call(refundOrder, { params: { id: first }, body: {} }))).toBeUndefined()
  expect(await shop.credits(portal, null)).toBe(500)
  expect(await mine(admin)).toMatchObject({ status: 'active', plan: { short_name: 'enterprise' } })
  expect(await ledger.check()).toEqual([])
})
