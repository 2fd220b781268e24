import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { movableClock, subscribingOf } from '../../../../tests/subscribing.ts'
import {
  attachSubscription,
  listManagedPlans,
  listPlans,
  showMySubscription,
  showPlan,
  updatePlan,
  updateSubscription,
} from '../contract.ts'

const clock = movableClock()
const t = testApp({ now: clock.now })
const s = subscribingOf(t, clock)

const setUp = async () => {
  const portal = await t.make.portal()
  const sally = await s.person('super_admin', portal)
  const admin = await s.person('portal_admin', portal)
  const plan = await s.plan()
  // The plan is the same for every test, whatever another test changed.
  const prices = { monthly_price_cents: 9900, annual_price_cents: 99_000, annual_credits: 100, is_listed: true }
  await t.platform((tx) => tx.updateTable('subscription_plans').set(prices).where('id', '=', plan.id).execute())
  return { portal, sally, admin, plan }
}
type Values = NonNullable<Parameters<ReturnType<typeof t.as>['call']>[1]>
const set = (who: Parameters<typeof t.as>[0], id: number, body: object) =>
  t.as(who).call(updatePlan, { params: { id }, body } as Values as never)

describe('what plans cost (ORD-043, CAT-016)', () => {
  test('super admins set it, everyone reads it, and each change is logged', async () => {
    const { sally, portal, plan } = await setUp()
    const { data } = await set(sally, plan.id, { monthly_price: 109.5, annual_price: 1095, annual_credits: 60 })
    expect(data).toMatchObject({ monthly_price: 109.5, annual_price: 1095, annual_credits: 60, is_listed: true })
    expect((await t.as(portal).call(showPlan, { params: { id: plan.id } })).data.monthly_price).toBe(109.5)
    const [entry] = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select(['changes', 'user_id']).where('action', '=', 'plan.update').execute(),
    )
    expect(entry).toMatchObject({ user_id: sally.id })
    expect(entry?.changes).toMatchObject({ monthly_price_cents: { from: 9900, to: 10_950 } })
    // A plan removed from the list stays for portals that have it.
    await set(sally, plan.id, { is_listed: false })
    expect((await t.as(portal).call(listPlans, { query: {} })).data.map(({ id }) => id)).not.toContain(plan.id)
    expect((await t.as(sally).call(listManagedPlans)).data).toContainEqual(
      expect.objectContaining({ id: plan.id, is_listed: false }),
    )
  })

  test('nobody else sets it, and impossible prices are refused with their field', async () => {
    const { sally, portal, admin, plan } = await setUp()
    const wide = await s.person('admin', portal)
    for (const who of [admin, wide, await s.person('accounting', portal)])
      expect((await refusalOf(set(who, plan.id, { monthly_price: 1 })))?.status).toBe(403)
    expect((await t.as(wide).call(listManagedPlans)).data.length).toBeGreaterThan(0)
    for (const [field, value] of [
      ['monthly_price', 0.49],
      ['annual_price', -1],
      ['extra_credit_price', 10_000_000],
      ['trial_days', 91],
      ['annual_credits', 1.5],
      ['name', '  '],
    ] as const) {
      const refusal = await refusalOf(set(sally, plan.id, { [field]: value }))
      expect([refusal?.status, Object.keys(refusal?.errors ?? {})], field).toEqual([422, [field]])
    }
    expect((await refusalOf(set(sally, 999_999, { monthly_price: 5 })))?.status).toBe(404)
    expect((await t.as(portal).call(showPlan, { params: { id: plan.id } })).data.monthly_price).toBe(99)
  })

  test('a running term keeps its price, a renewal has the current one, and a cart shows the change (ORD-028, CRT-027)', async () => {
    const { portal, sally, admin, plan } = await setUp()
    const other = await setUp()
    await s.subscribe(admin, plan.id, 'monthly')
    await set(sally, plan.id, { monthly_price: 120 })
    const buy = s.shop.checkOut(other.admin, 'subscription', [{ id: plan.id, type: 'monthly' } as never], {
      expected_total: 99,
    })
    expect(await refusalOf(buy)).toMatchObject({ status: 409, message: expect.stringContaining('$120.00') })
    expect(await s.ordersOf(other.portal.id)).toEqual([])
    await s.passMonths(portal, 12)
    const totals = (await s.ordersOf(portal.id)).map(({ total_cents }) => total_cents)
    expect(totals).toEqual([...Array.from({ length: 12 }, () => 9900), 12_000])
  })

  test('extra credits cost what the plan said when the term began, even after the plan changed (CRD-033, ORD-037, ORD-043)', async () => {
    const { portal, sally, admin, plan } = await setUp()
    const eachCosts = async () => (await s.shop.checkOut(admin, 'credits-on-portal', [{ quantity: 1 }])).total
    await set(sally, plan.id, { extra_credit_price: 4.5 })
    expect(await eachCosts()).toBe(1)
    await s.subscribe(admin, plan.id, 'annual')
    expect((await t.as(admin).call(showMySubscription)).data).toMatchObject({ extra_credit_price: 4.5 })
    await set(sally, plan.id, { extra_credit_price: 7 })
    expect((await t.as(portal).call(showPlan, { params: { id: plan.id } })).data.features).toContain(
      'Extra credits from $7.00 per user and course',
    )
    const id = await s.shop.buy(admin, 'credits-on-portal', [{ quantity: 20 }])
    expect((await s.shop.order(id)).total_cents).toBe(9000)
    await s.passMonths(portal, 12)
    expect(await eachCosts()).toBe(7)
  })

  test('an attached plan has its own price for extra credits, and a change of plan the other one’s (CRD-033, ORD-040)', async () => {
    const { portal, sally, admin, plan } = await setUp()
    const other = await s.plan({ name: 'Enterprise', short_name: 'enterprise' })
    await set(sally, plan.id, { extra_credit_price: 4.5 })
    await set(sally, other.id, { extra_credit_price: 3 })
    const attach = { portal_id: portal.id, plan_id: plan.id, period: 'annual', credits: 0 } as const
    const { data } = await t.as(sally).call(attachSubscription, { body: attach })
    const eachCosts = async () => (await s.shop.checkOut(admin, 'credits-on-portal', [{ quantity: 1 }])).total
    expect(await eachCosts()).toBe(4.5)
    await set(sally, plan.id, { extra_credit_price: 9 })
    const edit = (body: object) =>
      t.as(sally).call(updateSubscription, { params: { id: data.id }, body } as Values as never)
    await edit({ period: 'monthly' })
    expect(await eachCosts()).toBe(4.5)
    await edit({ plan_id: other.id })
    expect(await eachCosts()).toBe(3)
  })
})
