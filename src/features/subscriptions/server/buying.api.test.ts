import { describe, expect, test } from 'vitest'
import { showOrder } from '#features/orders/contract.ts'
import { showPortal } from '#features/portals/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { movableClock, subscribingOf } from '../../../../tests/subscribing.ts'
import { price } from '../../checkout/contract.ts'
import { listPlans, showMySubscription, showPlan, showSpecialPlan } from '../contract.ts'

const clock = movableClock()
const t = testApp({ now: clock.now })
const s = subscribingOf(t, clock)
const ledger = enrolling(t)
const { shop } = s

const setUp = async (values: Record<string, unknown> = {}) => {
  const portal = await t.make.portal(values)
  const admin = await t.make.person('portal_admin', { portal })
  return { portal, admin }
}
const mine = async (who: TestPerson) => (await t.as(who).call(showMySubscription)).data

// The first portal of a database is the core portal.
const core = async () => {
  const [row] = await t.platform((tx) =>
    tx.selectFrom('portals').select(['id', 'slug', 'name']).where('id', '=', 1).execute(),
  )
  return row ? { ...row, host: `${row.slug}.localhost` } : t.make.portal({ is_marketable: true })
}

test('plans are public, with prices and features; unlisted ones by id and as special (CAT-016, CAT-018, CAT-043, ORD-041, ORD-042, CRT-033)', async () => {
  const portal = await core()
  const promo = await s.plan()
  const special = await s.plan({ name: 'Special', short_name: 'special', is_listed: false })
  const partner = await s.plan({ name: 'Partner', short_name: 'partner', audience: 'partner' })
  const all = (await t.as(portal).call(listPlans)).data
  expect(all.map(({ id }) => id)).toEqual([promo.id])
  expect(all[0]).toMatchObject({ name: 'Growing Business', short_name: 'promo', monthly_price: 99, annual_price: 990 })
  expect(all[0]?.features.join(' ')).toContain('roll over')
  expect((await t.as(portal).call(listPlans, { query: { audience: 'partner' } })).data.map(({ id }) => id)).toEqual([
    partner.id,
  ])
  expect((await t.as(portal).call(showSpecialPlan)).data.id).toBe(special.id)
  expect((await t.as(portal).call(showPlan, { params: { id: special.id } })).data.name).toBe('Special')
  expect((await refusalOf(t.as(portal).call(showPlan, { params: { id: 999_999 } })))?.status).toBe(404)
})

describe('buying a plan (ORD-011, ORD-028, ORD-029, ORD-032, CRT-022, CAT-017)', () => {
  test('an annual plan, whatever the case of its period, starts a 12-month term and gives its credits and plan to the portal, once', async () => {
    const { portal, admin } = await setUp()
    const { id: planId } = await s.plan()
    expect(await mine(admin)).toBeNull()
    const { id } = await shop.checkOut(admin, 'subscription', [{ id: planId, type: 'ANNUAL' } as never])
    expect(await mine(admin)).toBeNull()
    const message = await shop.pay(id)
    for (let turn = 0; turn < 3; turn++) expect((await shop.deliver(portal, message)).statusCode).toBe(200)

    const own = await mine(admin)
    expect(own).toMatchObject({
      plan: { short_name: 'promo' },
      period: 'annual',
      status: 'active',
      gives_access: true,
      renews: true,
      price: 990,
      credits: 100,
      payments_left: 0,
      payable: null,
    })
    const months = (new Date(own!.ends_at).getTime() - new Date(own!.starts_at).getTime()) / 86_400_000
    expect(Math.round(months)).toBeOneOf([365, 366])
    const { data } = await t.as(admin).call(showPortal)
    expect(data).toMatchObject({
      plan: { short_name: 'promo' },
      subscription: { status: 'active', ends_at: own!.ends_at },
    })
    expect(await shop.credits(portal, null)).toBe(100)
    expect(await s.ordersOf(portal.id)).toMatchObject([{ type: 'subscription', status: 3, total_cents: 99_000 }])
    expect(await ledger.check()).toEqual([])
  })

  test('neither a visitor nor another role can buy for the portal; in-house portals have no checkout (ROU-044, ROL-057)', async () => {
    await core()
    const { portal } = await setUp()
    const { id } = await s.plan()
    const items = [{ id, type: 'annual' }] as never
    const visitor = { first_name: 'Vi', last_name: 'Sitor', email: 'vi@example.com' }
    expect((await refusalOf(shop.checkOut(portal, 'subscription', items, visitor)))?.status).toBe(401)
    for (const role of ['manager', 'accounting', 'learner', 'partner'] as const) {
      const who = await t.make.person(role, { portal })
      expect((await refusalOf(shop.checkOut(who, 'subscription', items)))?.status, role).toBe(403)
    }
    const inHouse = await setUp({ type: 1 })
    expect((await refusalOf(shop.checkOut(inHouse.admin, 'subscription', items)))?.status).toBe(404)
  })

  test.each([
    ['a plan that is not there', { id: 999_999, type: 'annual' }, 'items.0.id'],
    ['no period', { type: undefined }, 'items.0.type'],
    ['another period', { type: 'weekly' }, 'items.0.type'],
    ['two of it', { type: 'annual', quantity: 2 }, 'items.0.quantity'],
    [
      'a portal of its own on another portal than the core',
      { type: 'annual', portal_name: 'Mine' },
      'items.0.portal_name',
    ],
  ])('%s is refused beside its field and makes no order (CRT-003, CRT-007)', async (_name, values, field) => {
    await core()
    const { portal, admin } = await setUp()
    const { id } = await s.plan()
    const refusal = await refusalOf(shop.checkOut(admin, 'subscription', [{ id, ...values } as never]))
    expect(refusal).toMatchObject({ status: 422 })
    expect(Object.keys(refusal?.errors ?? {})).toEqual([field])
    expect(await s.ordersOf(portal.id)).toEqual([])
  })

  test('a plan is bought alone, not with another one (CRT-003)', async () => {
    const { portal, admin } = await setUp()
    const [one, two] = [await s.plan(), await s.plan({ name: 'Special', short_name: 'special' })]
    const items = [one, two].map(({ id }) => ({ id, type: 'annual' })) as never
    const refusal = await refusalOf(shop.checkOut(admin, 'subscription', items))
    expect(refusal).toMatchObject({ status: 422, errors: { items: ['A subscription is ordered separately.'] } })
    expect(await s.ordersOf(portal.id)).toEqual([])
  })

  test('a forged price is not accepted: the buyer gets the price of the plan or a refusal (CRT-016)', async () => {
    const { portal, admin } = await setUp()
    const { id } = await s.plan()
    const items = [{ id, type: 'annual' }] as never
    const refusal = await refusalOf(shop.checkOut(admin, 'subscription', items, { expected_total: 1 }))
    expect(refusal).toMatchObject({ status: 409, message: expect.stringContaining('$990.00') })
    expect(await s.ordersOf(portal.id)).toEqual([])
    const forged = [{ id, type: 'annual', unit_price: 1, total: 1 }] as never
    const { data } = await t.as(admin).call(price, { body: { kind: 'subscription', items: forged } })
    expect(data.total).toBe(990)
  })

  test('a plan bought in two tabs is paid once: the second payment is refunded (ORD-012, ORD-046)', async () => {
    const { portal, admin } = await setUp()
    const { id } = await s.plan()
    const items = [{ id, type: 'annual' }] as never
    const one = await shop.checkOut(admin, 'subscription', items)
    const two = await shop.checkOut(admin, 'subscription', items)
    await shop.complete(portal, one.id)
    await shop.complete(portal, two.id)
    await t.app.jobs.drain()
    expect(await s.ordersOf(portal.id)).toMatchObject([{ status: 3 }, { status: 4 }])
    const back = await t.platform((tx) =>
      tx.selectFrom('refunds').select(['amount_cents', 'status']).where('order_id', '=', two.id).execute(),
    )
    expect(back).toEqual([{ amount_cents: 99_000, status: 'succeeded' }])
    expect(await shop.credits(portal, null)).toBe(100)
    const third = await refusalOf(shop.checkOut(admin, 'subscription', items))
    expect(third?.errors).toEqual({ items: ['There is a subscription already. Its plan can be changed.'] })
  })

  test('terms and age have to be accepted, and an address given (LEG-002, LEG-021, CRT-025)', async () => {
    const { admin } = await setUp()
    const { id } = await s.plan()
    const bare = { has_accepted_terms: false, is_of_age: false, billing_address: null }
    const refusal = await refusalOf(shop.checkOut(admin, 'subscription', [{ id, type: 'annual' }] as never, bare))
    expect(Object.keys(refusal?.errors ?? {}).sort()).toEqual(['billing_address', 'has_accepted_terms', 'is_of_age'])
  })
})

describe('a plan with a new portal (ROL-005, PRT-073)', () => {
  test('a visitor of the core portal buys a plan and gets a portal that they administer', async () => {
    const portal = await core()
    const { id } = await s.plan()
    const email = 'founder@example.com'
    const visitor = { first_name: 'Fo', last_name: 'Under', email }
    const items = [{ id, type: 'annual', portal_name: 'Acme Safety' }] as never
    const { id: orderId } = await shop.checkOut(portal, 'subscription', items, visitor)
    await shop.complete(portal, orderId)

    const portals = await t.platform((tx) =>
      tx
        .selectFrom('portals')
        .select(['id', 'slug', 'status', 'plan_short_name'])
        .where('name', '=', 'Acme Safety')
        .execute(),
    )
    expect(portals).toMatchObject([{ slug: 'acme-safety', status: 'pending', plan_short_name: 'promo' }])
    const there = { id: portals[0]!.id, slug: 'acme-safety', host: 'acme-safety.localhost', name: 'Acme Safety' }
    const person = await t.platform((tx) =>
      tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    expect(await shop.rolesOf(there, person.id)).toEqual(['portal_admin'])
    expect(await s.running(there.id)).toMatchObject({ status: 'active', user_id: person.id })
    expect(await shop.credits(there, null)).toBe(100)
    expect(await shop.credits(portal, null)).toBe(0)
    const token = await t.make.session(person.id, portal, 'learner')
    const buyer: TestPerson = { id: person.id, email, portal, role: 'learner', token }
    const { data } = await t.as(buyer).call(showOrder, { params: { id: orderId } })
    expect(data.portal_url).toMatch(/^http:\/\/acme-safety\.localhost/)
    expect(await ledger.check()).toEqual([])
  })

  test('without a name the visitor is asked for one; a repeated name gets another address', async () => {
    const portal = await core()
    const { id } = await s.plan()
    const visitor = (n: number) => ({ first_name: 'Fo', last_name: 'Under', email: `same-name-${n}@example.com` })
    const refusal = await refusalOf(
      shop.checkOut(portal, 'subscription', [{ id, type: 'annual' }] as never, visitor(0)),
    )
    expect(refusal?.errors).toEqual({ 'items.0.portal_name': ['This field is required.'] })
    for (const n of [1, 2]) {
      const items = [{ id, type: 'annual', portal_name: 'Twin' }] as never
      const { id: orderId } = await shop.checkOut(portal, 'subscription', items, visitor(n))
      await shop.complete(portal, orderId)
    }
    const slugs = await t.platform((tx) =>
      tx.selectFrom('portals').select('slug').where('name', '=', 'Twin').orderBy('slug').execute(),
    )
    expect(slugs.map(({ slug }) => slug)).toEqual(['twin', 'twin-2'])
  })
})
