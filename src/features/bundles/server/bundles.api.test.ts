import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { listBundles, showBundle } from '../contract.ts'
import { bundles } from '../contract-lists.ts'

const t = testApp()
const shop = shopOf(t)

const setUp = async () => {
  const portal = await shop.portal()
  const courses = [await shop.course(portal), await shop.course(portal)]
  return { portal, courses }
}

test('a bundle has its courses in their order, its price and its discount (CAT-014, CAT-015, CAT-026)', async () => {
  const { portal, courses } = await setUp()
  const hidden = await shop.course(portal, { is_marketable: false })
  const bundle = await shop.bundle(portal, [courses[1]!, courses[0]!, hidden], {
    price_cents: 12_000,
    discount_price_cents: 9999,
    thumbnail: '/bundle.jpg',
    text: 'All three',
  })
  const { data } = await t.as(portal).call(showBundle, { params: { slug: bundle.slug } })
  expect(data).toMatchObject({
    id: bundle.id,
    slug: bundle.slug,
    title: bundle.title,
    thumbnail: '/bundle.jpg',
    text: 'All three',
    price: 120,
    discount_price: 99.99,
    is_available: true,
  })
  expect(data.courses.map((course) => course.id)).toEqual([courses[1]?.id, courses[0]?.id, hidden.id])
  const { shipping, ...listed } = data
  expect(shipping).toEqual([])
  expect((await t.as(portal).call(listBundles, { query: {} })).data).toEqual([listed])
})

test('published bundles are listed newest first, page by page (CAT-021, CAT-026)', async () => {
  const { portal, courses } = await setUp()
  const ids: number[] = []
  for (let turn = 0; turn < 5; turn++) ids.unshift((await shop.bundle(portal, courses)).id)
  for (const publication_status of [1, 3, 4]) {
    const { slug } = await shop.bundle(portal, courses, { publication_status })
    expect((await refusalOf(t.as(portal).call(showBundle, { params: { slug } })))?.status).toBe(404)
  }
  const first = await t.as(portal).call(listBundles, { query: { per_page: 3 } })
  expect(first.data.map((bundle) => bundle.id)).toEqual(ids.slice(0, 3))
  const rest = await t.as(portal).call(listBundles, { query: { per_page: 3, cursor: first.meta.next_cursor! } })
  expect(rest.data.map((bundle) => bundle.id)).toEqual(ids.slice(3))
  expect(rest.meta.next_cursor).toBeNull()
})

test('a bundle with a course that cannot be bought is shown as not available', async () => {
  const { portal, courses } = await setUp()
  const coming = await shop.course(portal, { publication_status: 3 })
  const { slug } = await shop.bundle(portal, [...courses, coming])
  expect((await t.as(portal).call(showBundle, { params: { slug } })).data.is_available).toBe(false)
})

test('bundles of another portal do not exist, and a portal without a shop shows none (API-021, ROU-041)', async () => {
  const { portal, courses } = await setUp()
  const { slug } = await shop.bundle(portal, courses)
  const other = await shop.portal()
  expect((await refusalOf(t.as(other).call(showBundle, { params: { slug } })))?.status).toBe(404)
  expect((await t.as(other).call(listBundles, { query: {} })).data).toEqual([])
  const closed = await shop.portal({ is_marketable: false })
  expect((await refusalOf(t.as(closed).call(listBundles, { query: {} })))?.status).toBe(404)
})

test('the administration lists every bundle of the portal to the roles that may see them (CRT-033, ROL-042)', async () => {
  const { portal, courses } = await setUp()
  const [draft, open] = [
    await shop.bundle(portal, courses, { publication_status: 1, title: 'Ladders' }),
    await shop.bundle(portal, courses),
  ]
  for (const role of ['portal_admin', 'course_admin', 'accounting', 'editor'] as const) {
    const person = await t.make.person(role, { portal })
    const { data } = await t.as(person).call(bundles.list, { query: {} })
    expect(data.map((bundle) => bundle.id)).toEqual([open.id, draft.id])
    expect(data[0]).toMatchObject({ publication_status: 2, courses_count: 2, price: 90, discount_price: null })
    const page = await t.as(person).call(bundles.list, { query: { publication_status: 1, search: 'ladd' } })
    expect(page.data.map((bundle) => bundle.id)).toEqual([draft.id])
  }
  for (const role of ['learner', 'manager', 'instructor', 'partner'] as const) {
    const person = await t.make.person(role, { portal })
    expect((await refusalOf(t.as(person).call(bundles.list, { query: {} })))?.status).toBe(403)
  }
  expect((await refusalOf(t.as(portal).call(bundles.list, { query: {} })))?.status).toBe(401)
})

test('a former slug leads to the bundle with its current one, until another bundle takes it (ROU-004)', async () => {
  const { portal, courses } = await setUp()
  const { id, slug } = await shop.bundle(portal, courses)
  const rename = (to: string) =>
    t.platform((tx) => tx.updateTable('bundles').set({ slug: to }).where('id', '=', id).execute())
  const showBySlug = async (slug: string) => (await t.as(portal).call(showBundle, { params: { slug: slug } })).data
  await rename('second')
  await rename('third')
  expect(await showBySlug(slug)).toMatchObject({ id, slug: 'third' })
  expect(await showBySlug('second')).toMatchObject({ id, slug: 'third' })
  const newer = await shop.bundle(portal, courses, { slug: 'second' })
  expect(await showBySlug('second')).toMatchObject({ id: newer.id })
  await rename(slug)
  expect(await showBySlug('third')).toMatchObject({ id, slug })
  await t.platform((tx) => tx.deleteFrom('bundles').where('id', '=', id).execute())
  expect((await refusalOf(t.as(portal).call(showBundle, { params: { slug: 'third' } })))?.status).toBe(404)
})
