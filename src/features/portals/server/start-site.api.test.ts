import { expect, test } from 'vitest'
import { checkLinks, listPages, showPortalPage, updatePage } from '#features/pages/contract.ts'
import { showPage } from '#features/pages/contract-site.ts'
import { attachSubscription } from '#features/subscriptions/contract.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import * as contract from '../contract.ts'

const t = testApp()

const SLUGS = ['about-us', 'contact-us', 'home']
const REFUSED = { status: 422, code: 'invalid', errors: { key: [expect.stringContaining('has pages already')] } }

/** Attaches a plan as the platform does, for another year each time. */
const attach = async (portal: TestPortal) => {
  const root = await t.make.person('super_admin')
  const plan = await t.platform((tx) =>
    tx
      .insertInto('subscription_plans')
      .values({
        name: 'Promo',
        short_name: 'promo',
        monthly_price_cents: 9900,
        annual_price_cents: 99_000,
        annual_credits: 0,
      })
      .onConflict((conflict) => conflict.column('short_name').doUpdateSet({ is_listed: true }))
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await t.platform((tx) =>
    tx.updateTable('subscriptions').set({ status: 'canceled' }).where('portal_id', '=', portal.id).execute(),
  )
  await t
    .as(root)
    .call(attachSubscription, { body: { portal_id: portal.id, plan_id: plan.id, period: 'annual', credits: 0 } })
}

/** What a starting point leaves in a portal. */
const siteOf = (portalId: number) =>
  t.platform(async (tx) => {
    const rows = async (table: 'pages' | 'faq_items' | 'navigation_groups' | 'media' | 'page_versions') =>
      (await tx.selectFrom(table).select('portal_id').where('portal_id', '=', portalId).execute()).length
    const pages = await tx
      .selectFrom('pages')
      .select(['slug', 'live_version'])
      .where('portal_id', '=', portalId)
      .execute()
    const { primary_color } = await tx
      .selectFrom('portals')
      .select('primary_color')
      .where('id', '=', portalId)
      .executeTakeFirstOrThrow()
    return {
      slugs: pages.map(({ slug }) => slug).toSorted(),
      live: pages.filter((page) => page.live_version !== null).length,
      versions: await rows('page_versions'),
      questions: await rows('faq_items'),
      links: await rows('navigation_groups'),
      pictures: await rows('media'),
      primary_color,
    }
  })
const WHOLE = { slugs: SLUGS, live: 3, versions: 3, questions: 4, links: 3, pictures: 2, primary_color: '#b3420a' }
const EMPTY = { slugs: [], live: 0, versions: 0, questions: 0, links: 0, pictures: 0, primary_color: null }

const adminOf = (portal: TestPortal) => t.make.person('portal_admin', { portal })
const start = (who: TestPerson, key: 'trades' | 'school' = 'trades') =>
  t.as(who).call(contract.startSite, { body: { key } })
const seen = (portal: TestPortal, slug: string) =>
  t
    .as(portal)
    .call(showPage, { params: { slug } })
    .then(
      ({ data }) => data.title,
      ({ status }) => status,
    )

test('a second call with a starting point is refused and doubles nothing, whichever it names (PRT-121)', async () => {
  const portal = await t.make.portal()
  const admin = await adminOf(portal)
  await start(admin)
  expect(await siteOf(portal.id)).toEqual(WHOLE)
  expect(await refusalOf(start(admin))).toMatchObject(REFUSED)
  expect(await refusalOf(start(admin, 'school'))).toMatchObject(REFUSED)
  expect(await siteOf(portal.id)).toEqual(WHOLE)
})

test('of two who start a site at once, one gets it and the other is told that there is one (PRT-121)', async () => {
  const portal = await t.make.portal()
  const [one, two] = [await adminOf(portal), await adminOf(portal)]
  const outcomes = await Promise.all([refusalOf(start(one)), refusalOf(start(two))])
  expect(outcomes.filter((each) => each === undefined)).toHaveLength(1)
  expect(outcomes.find((each) => each !== undefined)).toMatchObject(REFUSED)
  expect(await siteOf(portal.id)).toEqual(WHOLE)
})

test('a starting point changes nothing in another portal, and nobody starts a site there (PRT-121, API-021)', async () => {
  const [portal, other] = [await t.make.portal(), await t.make.portal()]
  const admin = await adminOf(portal)
  const answer = await t.request(admin, {
    method: 'POST',
    url: `/api/v1/portal/starting-point?in_portal_id=${other.id}`,
    payload: { key: 'trades' },
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(await siteOf(other.id)).toEqual(EMPTY)
  await start(admin)
  expect(await siteOf(other.id)).toEqual(EMPTY)
})

test.each([
  ['active', 'without a plan'],
  ['pending', 'not set up yet'],
] as const)('in a portal that is %s (%s), the pages of a starting point are drafts (PRT-121)', async (status, _) => {
  const portal = await t.make.portal({ status, subscribed_until: null })
  const admin = await adminOf(portal)
  await start(admin)
  expect(await siteOf(portal.id)).toEqual({ ...WHOLE, live: 0 })
  const { data } = await t.as(admin).call(listPages, { query: {} })
  expect(data.map(({ publication_status, awaits_plan }) => [publication_status, awaits_plan])).toEqual(
    Array(3).fill([1, true]),
  )
  expect(await seen(portal, 'home')).toBeTypeOf('number')
  // They link to each other, and will be there together.
  const addresses = ['/about-us', '/contact-us', '/courses', '/faq', '/prices']
  expect((await t.as(admin).call(checkLinks, { body: { addresses } })).data).toEqual({ dead: ['/prices'] })
  // Publishing waits for the plan as well (ORD-047).
  const id = data[0]?.id ?? 0
  const publishing = t.as(admin).call(updatePage, { params: { id }, body: { publication_status: 2 } })
  expect(await refusalOf(publishing)).toMatchObject({ code: 'plan_not_enough' })
})

test('the drafts of a starting point go live with the first plan, as they were edited until then; later drafts do not (PRT-118)', async () => {
  const portal = await t.make.portal({ subscribed_until: null })
  const admin = await adminOf(portal)
  await start(admin)
  const { data: pages } = await t.as(admin).call(listPages, { query: {} })
  const home = pages.find(({ slug }) => slug === 'home')?.id ?? 0
  await t.as(admin).call(updatePage, { params: { id: home }, body: { title: 'Welcome' } })
  await attach(portal)
  expect(await siteOf(portal.id)).toMatchObject({ live: 3, versions: 4 })
  expect(await seen(portal, 'home')).toBe('Welcome')
  // Somebody takes a page offline; a new term does not bring it back.
  await t.as(admin).call(updatePage, { params: { id: home }, body: { publication_status: 1 } })
  await attach(portal)
  expect((await t.as(admin).call(showPortalPage, { params: { id: home } })).data).toMatchObject({
    publication_status: 1,
    awaits_plan: false,
  })
})

test('a new portal is made with the site that was chosen, or without one; a wrong choice makes no portal (PRT-118)', async () => {
  const root = await t.make.person('super_admin')
  const make = (slug: string, more: object = {}) =>
    t.as(root).call(contract.createPortal, { body: { name: 'Crew', slug, ...more } as never })
  const { data: made } = await make('crew-with-site', { starting_point: 'school' })
  expect(await siteOf(made.id)).toEqual({ ...WHOLE, live: 0, primary_color: '#0f6b62' })
  expect(made.setting.primary_color).toBe('#0f6b62')
  const { data: plain } = await make('crew-without', { starting_point: null })
  expect(await siteOf(plain.id)).toEqual(EMPTY)
  expect(await refusalOf(make('crew-wrong', { starting_point: 'shop' }))).toMatchObject({ status: 422 })
  // The address of a portal is taken: neither portal nor site is doubled.
  expect(await refusalOf(make('crew-with-site', { starting_point: 'school' }))).toMatchObject({ code: 'conflict' })
  const named = await t.platform((tx) =>
    tx.selectFrom('portals').select('slug').where('slug', 'like', 'crew-%').execute(),
  )
  expect(named.map(({ slug }) => slug).toSorted()).toEqual(['crew-with-site', 'crew-without'])
  expect(await siteOf(made.id)).toMatchObject({ slugs: SLUGS, questions: 4 })
})
