import { expect, test } from 'vitest'
import { type TestPortal, testApp } from '../../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../../tests/shop.ts'
import { listCourseFilters, listCourses } from '../../contract.ts'
import { COURSE_FILTERS, type FilterName } from '../../rules/address.ts'

const t = testApp()
const shop = shopOf(t)

const KINDS = COURSE_FILTERS.map(({ name }) => name).filter((name) => name !== 'provider')
const NOTHING = Object.fromEntries(COURSE_FILTERS.map(({ name }) => [name, []]))

const term = (portal: TestPortal, kind: string, slug: string, values: object = {}) =>
  t.platform((tx) =>
    tx
      .insertInto('terms')
      .values({ portal_id: portal.id, kind, title: `Title of ${slug}`, slug, ...values })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
const give = (portal: TestPortal, courseId: number, termId: number) =>
  t.platform((tx) =>
    tx.insertInto('course_terms').values({ portal_id: portal.id, course_id: courseId, term_id: termId }).execute(),
  )
const company = (portal: TestPortal, slug: string) =>
  t.platform((tx) =>
    tx
      .insertInto('partner_companies')
      .values({ portal_id: portal.id, slug, name: `Company ${slug}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
const read = async (portal: TestPortal) => (await t.as(portal).call(listCourseFilters)).data

test('every filter offers the values of listed courses, and each value finds its course (CAT-012)', async () => {
  const portal = await shop.portal()
  const provider = await company(portal, 'harbor')
  const course = await shop.course(portal, { partner_company_id: provider.id })
  await shop.course(portal)
  for (const kind of KINDS) await give(portal, course.id, (await term(portal, kind, `${kind}-one`)).id)
  const values = await read(portal)
  expect(values).toEqual({
    ...Object.fromEntries(
      KINDS.map((kind) => [kind, [{ value: `${kind}-one`, label: `Title of ${kind}-one`, count: 1 }]]),
    ),
    provider: [{ value: 'harbor', label: 'Company harbor', count: 1 }],
  })
  for (const name of Object.keys(values) as FilterName[]) {
    const query = { [name]: [values[name][0]?.value] }
    const { data } = await t.as(portal).call(listCourses, { query: query as never })
    expect(data.map(({ id }) => id)).toEqual([course.id])
  }
})

test('values are in the portal’s order; a value that no listed course has is left out (CAT-012)', async () => {
  const portal = await shop.portal()
  const listed = await shop.course(portal)
  const draft = await shop.course(portal, { publication_status: 1 })
  const hidden = await shop.course(portal, { is_marketable: false })
  const [last, first] = [
    await term(portal, 'category', 'aaa', { sort_number: 2 }),
    await term(portal, 'category', 'zzz', { sort_number: 1 }),
  ]
  for (const { id } of [last, first]) await give(portal, listed.id, id)
  await give(portal, draft.id, (await term(portal, 'category', 'of-a-draft')).id)
  await give(portal, hidden.id, (await term(portal, 'state', 'of-a-hidden-one')).id)
  await term(portal, 'agency', 'of-none')
  await company(portal, 'without-courses')
  const values = await read(portal)
  expect(values).toEqual({
    ...NOTHING,
    category: [
      { value: 'zzz', label: 'Title of zzz', count: 1 },
      { value: 'aaa', label: 'Title of aaa', count: 1 },
    ],
  })
})

test('another portal has its own values, and one without a storefront answers 404 (ROU-107, ROU-110, CAT-012)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal)
  await give(portal, course.id, (await term(portal, 'category', 'fire')).id)
  expect(await read(await shop.portal())).toEqual(NOTHING)
  const closed = await shop.portal({ is_marketable: false })
  expect((await refusalOf(t.as(closed).call(listCourseFilters)))?.status).toBe(404)
})
