import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestPortal, testApp } from '../../../../../tests/api.ts'
import { shopOf } from '../../../../../tests/shop.ts'
import { listCourseFilters } from '../../contract.ts'
import { COURSE_FILTERS, type FilterName } from '../../rules/address.ts'

const t = testApp()
const shop = shopOf(t)

const TERMS = { category: 3, agency: 2, state: 3 } as const
type Kind = keyof typeof TERMS
const KINDS = Object.keys(TERMS) as Kind[]
const WORDS = ['ladder', 'crane'] as const

const termsOf = async (portal: TestPortal) => {
  const rows = await t.platform((tx) =>
    tx
      .insertInto('terms')
      .values(
        KINDS.flatMap((kind) =>
          Array.from({ length: TERMS[kind] }, (_, n) => ({
            portal_id: portal.id,
            kind,
            title: `${kind} ${n}`,
            slug: `${kind}-${n}`,
          })),
        ),
      )
      .returning(['id', 'slug'])
      .execute(),
  )
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

const countOf = async (portal: TestPortal, query: object = {}) => {
  const { data, meta } = await t.as(portal).call(listCourseFilters, { query: query as never })
  return { data, total: meta.courses_count }
}

/** The facts of a course as the test knows them. */
type Model = { id: number; is_listed: boolean; word: (typeof WORDS)[number]; terms: Set<string> }
type Query = { search: string | null; chosen: Partial<Record<Kind, string[]>> }

const kindOf = (slug: string) => slug.slice(0, slug.lastIndexOf('-')) as Kind

/** The same counts, computed by looking at every course. */
const plainCount = (courses: readonly Model[], { search, chosen }: Query) => {
  const fitsBut = (kind: string | null) =>
    courses.filter(
      (course) =>
        course.is_listed &&
        (search === null || course.word === search) &&
        Object.entries(chosen).every(([name, slugs]) => name === kind || slugs.some((slug) => course.terms.has(slug))),
    )
  const values = KINDS.map((kind) => {
    const fitting = fitsBut(kind)
    const slugs = Array.from({ length: TERMS[kind] }, (_, n) => `${kind}-${n}`)
    const counted = slugs.map((value) => ({ value, count: fitting.filter(({ terms }) => terms.has(value)).length }))
    return [kind, counted.filter(({ value, count }) => count > 0 || chosen[kind]?.includes(value))]
  })
  return { total: fitsBut(null).length, values: Object.fromEntries(values) }
}

const anySlug = fc.constantFrom(
  ...KINDS.flatMap((kind) => Array.from({ length: TERMS[kind] }, (_, n) => `${kind}-${n}`)),
)
const anyStep = fc.oneof(
  fc.record({ step: fc.constant('add' as const), word: fc.constantFrom(...WORDS), terms: fc.uniqueArray(anySlug) }),
  fc.record({ step: fc.constantFrom('give' as const, 'take' as const), at: fc.nat(20), slug: anySlug }),
  fc.record({ step: fc.constantFrom('list' as const, 'unlist' as const, 'delete' as const), at: fc.nat(20) }),
  fc.record({
    step: fc.constant('count' as const),
    search: fc.constantFrom(null, ...WORDS),
    slugs: fc.uniqueArray(anySlug, { maxLength: 4 }),
  }),
)

test('after any addition, change or deletion, the facets equal the counts over every course (CAT-012)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const portal = await shop.portal()
      const ids = await termsOf(portal)
      const idOf = (slug: string) => ids.get(slug) ?? 0
      const courses: Model[] = []
      const check = async (query: Query) => {
        const { data, total } = await countOf(portal, {
          ...query.chosen,
          ...(query.search && { search: query.search }),
        })
        const values = KINDS.map((kind) => [kind, data[kind].map(({ value, count }) => ({ value, count }))])
        expect({ total, values: Object.fromEntries(values) }).toEqual(plainCount(courses, query))
      }
      for (const step of steps) {
        const course = 'at' in step ? courses[step.at % courses.length] : undefined
        if (step.step === 'add') {
          const { id } = await shop.course(portal, { title: `${step.word} course` })
          for (const slug of step.terms)
            await t.platform((tx) =>
              tx
                .insertInto('course_terms')
                .values({ portal_id: portal.id, course_id: id, term_id: idOf(slug) })
                .execute(),
            )
          courses.push({ id, is_listed: true, word: step.word, terms: new Set(step.terms) })
        }
        if (step.step === 'count') {
          const chosen: Query['chosen'] = {}
          for (const slug of step.slugs) chosen[kindOf(slug)] = [...(chosen[kindOf(slug)] ?? []), slug]
          await check({ search: step.search, chosen })
        }
        if (!course) continue
        await t.platform(async (tx) => {
          if (step.step === 'give' && !course.terms.has(step.slug))
            await tx
              .insertInto('course_terms')
              .values({ portal_id: portal.id, course_id: course.id, term_id: idOf(step.slug) })
              .execute()
          if (step.step === 'take')
            await tx
              .deleteFrom('course_terms')
              .where('course_id', '=', course.id)
              .where('term_id', '=', idOf(step.slug))
              .execute()
          if (step.step === 'list' || step.step === 'unlist')
            await tx
              .updateTable('courses')
              .set({ publication_status: step.step === 'list' ? 2 : 4 })
              .where('id', '=', course.id)
              .execute()
          if (step.step === 'delete') await tx.deleteFrom('courses').where('id', '=', course.id).execute()
        })
        if (step.step === 'give') course.terms.add(step.slug)
        if (step.step === 'take') course.terms.delete(step.slug)
        if (step.step === 'list' || step.step === 'unlist') course.is_listed = step.step === 'list'
        if (step.step === 'delete') courses.splice(courses.indexOf(course), 1)
      }
      await check({ search: null, chosen: {} })
      await check({ search: null, chosen: { category: ['category-0'], state: ['state-1', 'state-2'] } })
      await check({ search: 'ladder', chosen: { agency: ['agency-0'] } })
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('a change counts once it is committed, and not before (CAT-012)', async () => {
  const portal = await shop.portal()
  const ids = await termsOf(portal)
  const [first, second] = [await shop.course(portal), await shop.course(portal)]
  for (const { id } of [first, second])
    await t.platform((tx) =>
      tx
        .insertInto('course_terms')
        .values({ portal_id: portal.id, course_id: id, term_id: ids.get('category-0') ?? 0 })
        .execute(),
    )
  await t.platform(async (tx) => {
    await tx.updateTable('courses').set({ publication_status: 1 }).where('id', '=', first.id).execute()
    const third = await tx
      .insertInto('courses')
      .values({ portal_id: portal.id, slug: 'third', title: 'Third', publication_status: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('course_terms')
      .values({ portal_id: portal.id, course_id: third.id, term_id: ids.get('state-0') ?? 0 })
      .execute()
    // It neither waits for this transaction nor sees it.
    expect((await countOf(portal)).total).toBe(2)
  })
  const expected = {
    total: 2,
    category: [{ value: 'category-0', label: 'category 0', count: 1 }],
    state: [{ value: 'state-0', label: 'state 0', count: 1 }],
  }
  const seen = async () => {
    const { data, total } = await countOf(portal)
    return { total, category: data.category, state: data.state }
  }
  expect(await seen()).toEqual(expected)
})

test('each portal has its own counts (CAT-012)', async () => {
  const [here, there] = [await shop.portal(), await shop.portal()]
  const ids = await termsOf(there)
  const course = await shop.course(there)
  await t.platform((tx) =>
    tx
      .insertInto('course_terms')
      .values({ portal_id: there.id, course_id: course.id, term_id: ids.get('agency-1') ?? 0 })
      .execute(),
  )
  const { data, total } = await countOf(here)
  expect(total).toBe(0)
  for (const { name } of COURSE_FILTERS) expect(data[name as FilterName]).toEqual([])
  const rows = await t.app.db.withPortal(here.id, (tx) => sql`select * from course_search`.execute(tx), 'read only')
  expect(rows.rows).toEqual([])
})

test('above 10,000 courses, the answer says that its numbers are capped, and leaves no value out (CAT-012)', async () => {
  const portal = await shop.portal()
  const ids = await termsOf(portal)
  const [frequent, rare] = [ids.get('category-0') ?? 0, ids.get('category-1') ?? 0]
  await t.platform(async (tx) => {
    await sql`insert into courses (portal_id, slug, title, publication_status)
      select ${portal.id}, 'many-' || n, case when n = 10005 then 'Crane' else 'Ladder' end, 2 from generate_series(1, 10005) n`.execute(
      tx,
    )
    await sql`insert into course_terms (portal_id, course_id, term_id)
      select portal_id, id, ${frequent}::bigint from courses where portal_id = ${portal.id} and title = 'Ladder'
      union all select portal_id, id, ${rare}::bigint from courses where portal_id = ${portal.id} and title = 'Crane'`.execute(
      tx,
    )
  })
  const counts = async (query: object) => {
    const { data, meta } = await t.as(portal).call(listCourseFilters, { query: query as never })
    return { values: data.category.map(({ value }) => value), first: data.category[0]?.count, ...meta }
  }
  const both = ['category-0', 'category-1']
  const every = COURSE_FILTERS.map(({ name }) => name)
  const all = await counts({})
  expect(all).toMatchObject({
    values: both,
    courses_count: 10_000,
    courses_count_is_capped: true,
    capped_filters: every,
  })
  expect(all.first).toBeGreaterThan(9_000)
  expect(await counts({ search: 'ladder' })).toMatchObject({ courses_count: 10_000, courses_count_is_capped: true })
  expect(await counts({ search: 'crane' })).toEqual({
    values: ['category-1'],
    first: 1,
    courses_count: 1,
    courses_count_is_capped: false,
    capped_filters: [],
  })
  expect(await counts({ category: 'category-1' })).toMatchObject({
    values: both,
    courses_count: 1,
    courses_count_is_capped: false,
    capped_filters: ['category'],
  })
}, 120_000)
