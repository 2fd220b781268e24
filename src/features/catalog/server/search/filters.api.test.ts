import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../../tests/api.ts'
import { catalogOf } from '../../../../../tests/catalog.ts'
import { shopOf } from '../../../../../tests/shop.ts'

const t = testApp()
const shop = shopOf(t)

const { read, slugsOf, term, give } = catalogOf(t)

describe('filters and search (CAT-012)', () => {
  test('each filter takes slugs or ids of its terms; several filters must all fit', async () => {
    const portal = await shop.portal()
    const [fire, ladder, both] = [await shop.course(portal), await shop.course(portal), await shop.course(portal)]
    const kinds = ['category', 'training_option', 'state', 'agency', 'organization', 'language']
    for (const kind of kinds) {
      const [x, y] = [await term(portal, kind, 'x', { code: `${kind}-X` }), await term(portal, kind, 'y')]
      await give(portal, fire, x)
      await give(portal, ladder, y)
      await give(portal, both, x, y)
      const list = async (query: object) => (await slugsOf(portal, { sort: 'id', ...query })).join()
      const of = (...courses: { slug: string }[]) => courses.map((course) => course.slug).join()
      expect(await list({ [kind]: 'x' })).toBe(of(fire, both))
      expect(await list({ [kind]: String(y.id) })).toBe(of(ladder, both))
      expect(await list({ [kind]: ['x', 'y'] })).toBe(of(fire, ladder, both))
      expect(await list({ [kind]: 'unknown' })).toBe('')
      if (kind === 'language') expect(await list({ language: 'LANGUAGE-x' })).toBe(of(fire, both))
    }
    expect(await slugsOf(portal, { category: 'x', state: 'y' })).toEqual([both.slug])
    const other = await shop.portal()
    await term(other, 'category', 'x')
    expect(await slugsOf(other, { category: 'x' })).toEqual([])
  })

  test('the provider is a partner company', async () => {
    const portal = await shop.portal()
    const company = await t.platform((tx) =>
      tx
        .insertInto('partner_companies')
        .values({ portal_id: portal.id, slug: 'acme', name: 'Acme' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const course = await shop.course(portal, { partner_company_id: company.id })
    await shop.course(portal)
    expect(await slugsOf(portal, { provider: 'acme' })).toEqual([course.slug])
    expect(await slugsOf(portal, { provider: String(company.id) })).toEqual([course.slug])
    expect((await read(portal, { provider: 'acme' }))[0]?.provider).toEqual({
      id: company.id,
      name: 'Acme',
      slug: 'acme',
    })
  })

  test('words are found in titles, keywords and descriptions, even unfinished ones, and special characters do no harm', async () => {
    const portal = await shop.portal()
    const height = await shop.course(portal, { title: 'Working at Height' })
    const fire = await shop.course(portal, { title: 'Fire extinguishers', seo_keywords: 'smoke' })
    await shop.course(portal, { title: 'Height of fashion', publication_status: 1 })
    await shop.course(await shop.portal(), { title: 'Working at Height' })
    const find = (search: string) => slugsOf(portal, { search })
    expect(await find('height')).toEqual([height.slug])
    expect(await find('work hei')).toEqual([height.slug])
    expect(await find('tinguish')).toEqual([fire.slug])
    expect(await find('SMOKE')).toEqual([fire.slug])
    // No course has both words, so those with the first are found.
    expect(await find('height fire')).toEqual([height.slug])
    const statusOf = async (search: string) =>
      (await t.request(portal, { method: 'GET', url: `/api/v1/main/courses?search=${encodeURIComponent(search)}` }))
        .statusCode
    for (const search of ["o'neill & sons | (!x) <-> :*", '100%', '_', '\\', '🦺'])
      expect(await statusOf(search)).toBe(200)
    expect(await statusOf('\u0000')).toBe(422)
  })

  test('a search never finds courses of another portal, even if its own has none (PRT-011)', async () => {
    const [mine, theirs] = [await shop.portal(), await shop.portal()]
    await shop.course(theirs, { title: 'Scaffolding for experts' })
    expect(await slugsOf(mine, { search: 'scaffolding' })).toEqual([])
    const rows = await t.app.db.withPortal(mine.id, (tx) =>
      sql`select course_id from courses_found('scaffolding:*', '%scaff%', null, 9)`.execute(tx),
    )
    expect(rows.rows).toEqual([])
  })

  test('common and rare filters find the same courses with either query plan', async () => {
    const portal = await shop.portal()
    await t.platform(async (tx) => {
      await sql`insert into courses (portal_id, slug, title, publication_status, popularity)
        select ${portal.id}, 'many-' || n, case when n % 3 = 0 then 'Common ladder ' else 'Common roof ' end || n, 2, (n * 7919) % 2311
        from generate_series(1, 2310) n`.execute(tx)
    })
    const courses = await t.platform((tx) =>
      tx
        .selectFrom('courses')
        .select(['id', 'slug', 'title', 'popularity'])
        .where('portal_id', '=', portal.id)
        .orderBy('popularity', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    )
    const [frequent, rare, other] = [
      await term(portal, 'category', 'frequent'),
      await term(portal, 'category', 'rare'),
      await term(portal, 'state', 'frequent'),
    ]
    const isRare = (course: { id: number }) => course.id % 97 === 0
    const pairs = courses.flatMap((course) =>
      [frequent, other, ...(isRare(course) ? [rare] : [])].map(({ id }) => ({ course, id })),
    )
    await t.platform((tx) =>
      sql`insert into course_terms (portal_id, course_id, term_id)
        select ${portal.id}, * from unnest(${pairs.map(({ course }) => course.id)}::bigint[], ${pairs.map(({ id }) => id)}::bigint[])`.execute(
        tx,
      ),
    )
    const expected = (holds: (course: (typeof courses)[number]) => boolean) =>
      courses
        .filter(holds)
        .slice(0, 20)
        .map((course) => course.slug)
    expect(await slugsOf(portal, { category: 'frequent' })).toEqual(expected(() => true))
    expect(await slugsOf(portal, { category: 'rare' })).toEqual(expected(isRare))
    expect(await slugsOf(portal, { category: 'rare', state: 'frequent' })).toEqual(expected(isRare))
    const ladder = (course: { title: string }) => course.title.includes('ladder')
    expect(await slugsOf(portal, { search: 'ladder' })).toEqual(expected(ladder))
    expect(await slugsOf(portal, { search: 'ladder', category: 'rare' })).toEqual(
      expected((course) => ladder(course) && isRare(course)),
    )
    expect(await slugsOf(portal, { search: 'roof 1234' })).toEqual(['many-1234'])
    expect(await slugsOf(portal, { search: 'ladder', category: 'frequent', state: 'frequent' })).toEqual(
      expected(ladder),
    )
  })
})
