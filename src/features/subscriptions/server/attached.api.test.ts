import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { movableClock, subscribingOf } from '../../../../tests/subscribing.ts'
import {
  attachSubscription,
  listSubscriptions,
  showMySubscription,
  showSubscription,
  updateSubscription,
} from '../contract.ts'

const clock = movableClock()
const t = testApp({ now: clock.now })
const s = subscribingOf(t, clock)
const ledger = enrolling(t)
const { shop } = s

const setUp = async () => {
  const portal = await t.make.portal({ subscribed_until: null })
  return { portal, admin: await s.person('portal_admin', portal), sally: await s.person('super_admin', portal) }
}
const attach = async (who: TestPerson, body: object) =>
  (await t.as(who).call(attachSubscription, { body: { period: 'annual', credits: 0, ...body } as never })).data
const edit = async (who: TestPerson, id: number, body: object) =>
  (await t.as(who).call(updateSubscription, { params: { id }, body })).data
const mine = async (who: TestPerson) => (await t.as(who).call(showMySubscription)).data

test('a plan is attached without payment, with its period, start and credits, and runs for 12 months (ORD-040, ORD-043)', async () => {
  const { portal, admin, sally } = await setUp()
  const plan = await s.plan()
  const starts_at = new Date(clock.now().getTime() - 100 * 86_400_000)
  const ends_at = new Date(starts_at)
  ends_at.setUTCFullYear(ends_at.getUTCFullYear() + 1)
  const attachment = { portal_id: portal.id, plan_id: plan.id, period: 'MONTHLY', credits: 7 }
  const attached = await attach(sally, { ...attachment, starts_at: starts_at.toISOString() })
  expect(attached).toMatchObject({ portal: { id: portal.id }, period: 'monthly', status: 'active', renews: false })
  expect(await mine(admin)).toMatchObject({
    plan: { short_name: 'promo' },
    period: 'monthly',
    status: 'active',
    gives_access: true,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    credits: 7,
  })
  // The plan includes 100. The given number is used instead.
  expect(await shop.credits(portal, null)).toBe(7)
  expect(await s.ordersOf(portal.id)).toEqual([])
  expect(await ledger.check()).toEqual([])
  expect(await refusalOf(attach(sally, attachment))).toMatchObject({ status: 409 })

  await s.pass((ends_at.getTime() - clock.now().getTime()) / 86_400_000 + 0.1)
  await s.run()
  expect(await mine(admin)).toBeNull()
  expect(await s.ordersOf(portal.id)).toEqual([])
})

test('it is listed, shown and edited: plan, period, end and more credits; a paid one keeps its plan (ORD-041, ORD-043, CRT-033)', async () => {
  const { portal, admin, sally } = await setUp()
  const [small, large] = [await s.plan(), await s.plan({ name: 'Enterprise', short_name: 'enterprise' })]
  const { id } = await attach(sally, { portal_id: portal.id, plan_id: small.id })
  const listed = await t.as(sally).call(listSubscriptions, { query: { portal_id: portal.id } })
  expect(listed.data.map((one) => [one.id, one.plan.short_name])).toEqual([[id, 'promo']])
  expect((await t.as(sally).call(showSubscription, { params: { id } })).data).toEqual(listed.data[0])

  const ends_at = new Date(clock.now().getTime() + 30 * 86_400_000).toISOString()
  await edit(sally, id, { plan_id: large.id, period: 'monthly', ends_at, added_credits: 4 })
  expect(await mine(admin)).toMatchObject({ plan: { short_name: 'enterprise' }, period: 'monthly', ends_at })
  expect(await shop.credits(portal, null)).toBe(4)
  await edit(sally, id, { status: 'canceled' })
  expect(await mine(admin)).toMatchObject({ status: 'canceled', ends_at })

  const paying = await setUp()
  await s.subscribe(paying.admin, small.id)
  const paid = await s.running(paying.portal.id)
  expect(await refusalOf(edit(sally, paid.id, { plan_id: large.id }))).toMatchObject({ status: 422 })
  expect(await mine(paying.admin)).toMatchObject({ plan: { short_name: 'promo' } })
})

test('only super admins attach and edit; admins read that of their own portal, others none (ORD-040, ROL-058)', async () => {
  const { portal, admin, sally } = await setUp()
  const plan = await s.plan()
  const other = await setUp()
  const { id } = await attach(sally, { portal_id: portal.id, plan_id: plan.id })
  const attachment = { portal_id: other.portal.id, plan_id: plan.id }
  const reader = await s.person('admin', portal)
  for (const who of [
    admin,
    reader,
    other.admin,
    await s.person('accounting', portal),
    await s.person('manager', portal),
  ]) {
    expect((await refusalOf(attach(who, attachment)))?.status).toBe(403)
    expect((await refusalOf(edit(who, id, { added_credits: 100 })))?.status).toBe(403)
  }
  const list = async (who: TestPerson) =>
    (await t.as(who).call(listSubscriptions, { query: {} })).data.map((one) => one.id)
  expect(await list(reader)).toEqual([id])
  expect(await list(await s.person('admin', other.portal))).toEqual([])
  expect((await refusalOf(list(admin)))?.status).toBe(403)
  expect(await shop.credits(portal, null)).toBe(0)
})
