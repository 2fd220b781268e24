import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { catalogOf } from '../../../../tests/catalog.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { searchPattern, searchQuery, wordsOf } from '../rules/search.ts'
import { foldAll } from './jobs.ts'

const t = testApp()
const shop = shopOf(t)
const { term } = catalogOf(t)

const COURSES = 2600
const BITS_FROM = 512
/** Searches for words of all courses, of most, of half and of few, together, begun, and with synonyms. */
const SEARCHES = [
  'number',
  'numbers ladder',
  'ladder',
  'step ladder',
  'ladd',
  'crane number',
  'roof',
  'roofing number',
  'first aid',
  'aid first',
  'emergency care',
  'umber',
  'the',
  'number 25',
]
// What begins with a word of many courses stands in few.
const TITLES = [
  'Numberless',
  'Ladder number',
  'First aid number',
  'Aid comes first, number',
  'Stepladder',
  'Roof',
  'Crane',
]

let portal: TestPortal
let category: { id: number }

const fold = () => foldAll(t.app.db)
const idsOf = async () => {
  const { rows } = await t.platform((tx) =>
    sql<{ id: number }>`select id from courses where portal_id = ${portal.id} order by id`.execute(tx),
  )
  return rows.map(({ id }) => id)
}
const heldBy = async (word: string) => {
  const { rows } = await t.platform((tx) =>
    sql<{ held: number | null }>`
      select sum(bit_count(bits))::int as held from course_word_bits where portal_id = ${portal.id} and word = ${word}`.execute(
      tx,
    ),
  )
  return rows[0]?.held ?? 0
}

/** Counts of facets as they are made for a search, with titles or by words alone, and by looking at every course. */
const bothCounts = async (search: string, chosen: number[] = [], pattern: string | null = searchPattern(search)) => {
  const words = searchQuery(wordsOf(search)) ?? ''
  const made = await t.app.db.withPortal(portal.id, (tx) =>
    sql`select facet::int, courses::int from course_facet_counts(${words}, ${pattern},
      ${JSON.stringify(chosen.length > 0 ? { category: chosen } : {})}::jsonb) where facet = 0 or ${chosen.length === 0}
      order by facet`.execute(tx),
  )
  const plain = await t.platform((tx) =>
    sql`with by_words as (
        select * from course_search where portal_id = ${portal.id} and document @@ to_tsquery('english', ${words})
      ), found as (
        select * from by_words
        union all select * from course_search s where portal_id = ${portal.id} and title ilike ${pattern}
          and (select count(*) from by_words) < 2000 and course_id not in (select course_id from by_words)
      )
      select f::int as facet, count(*)::int as courses from found cross join unnest(facets) f
      where ${chosen.length === 0} or f = 0 and facets && ${chosen}::bigint[] group by f order by f`.execute(tx),
  )
  return { made: made.rows, plain: plain.rows }
}

/** The courses that a search finds, and those that are found by looking at every course. */
const bothMatches = async (search: string, pattern: string | null) => {
  const words = searchQuery(wordsOf(search)) ?? ''
  const idsBy = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await t.app.db.withPortal(portal.id, (tx) => query.execute(tx))).rows.map(({ id }) => id)
  const plain = await idsBy(sql`with by_words as (
      select course_id as id from course_search where portal_id = ${portal.id} and document @@ to_tsquery('english', ${words})
    )
    select id from by_words union
    select course_id from course_search where portal_id = ${portal.id} and title ilike ${pattern}
      and (select count(*) from by_words) < 2000 order by id`)
  const made = await idsBy(sql`select course_matches as id from course_matches(${words}, ${pattern}) order by id`)
  const byWords = await idsBy(sql`select courses_with as id from courses_with(${words}, null, '{}', 5000) order by id`)
  return { made, plain, byWords }
}

const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant('title' as const), at: fc.nat(), title: fc.constantFrom(...TITLES) }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constantFrom('delete' as const, 'unlist' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('add' as const), title: fc.constantFrom(...TITLES) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('fold' as const) }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('search' as const), search: fc.constantFrom(...SEARCHES) }) },
)

const setPosition = (position: number) =>
  t.platform((tx) =>
    sql`insert into course_positions (portal_id, next_position) values (${portal.id}, ${position})
      on conflict (portal_id) do update set next_position = excluded.next_position`.execute(tx),
  )

describe.each([
  { size: 'few', first: 0, next: COURSES },
  // A portal is taken for a large one by its positions. Later courses stand in a chunk without bits of words.
  { size: 'many', first: 20_000, next: 24_576 },
])('in a portal of $size courses', ({ first, next }) => {
  beforeAll(async () => {
    portal = await shop.portal()
    category = await term(portal, 'category', 'Heights')
    await t.platform(async (tx) => {
      await sql`insert into courses (portal_id, slug, title, publication_status)
      select ${portal.id}, 'many-' || n, case when n % 40 = 0 then 'Roof ' when n % 20 = 0 then 'Numberless ' when n % 3 = 0 then 'Crane number ' else 'Ladder number ' end || n, 2
      from generate_series(1, ${COURSES}::int) n`.execute(tx)
      await sql`insert into course_terms (portal_id, course_id, term_id)
      select portal_id, id, ${category.id} from courses where portal_id = ${portal.id} and id % 3 = 0`.execute(tx)
    })
    await setPosition(first)
    await fold()
    await setPosition(next)
  }, 120_000)

  test('words of many courses have bits, and those that change later get theirs with the next fold (CAT-012)', async () => {
    expect(await heldBy('number')).toBe(COURSES - COURSES / 20)
    expect(await heldBy('roof')).toBe(0)
    const ids = await idsOf()
    const retitle = async (title: string) => {
      await t.platform((tx) =>
        sql`update courses set title = ${title} where portal_id = ${portal.id} and id = any(${ids.slice(0, BITS_FROM)}::bigint[])`.execute(
          tx,
        ),
      )
      await fold()
    }
    await retitle('Scaffold number')
    expect(await heldBy('scaffold')).toBe(BITS_FROM)
    await retitle('Ladder number')
    expect(await heldBy('scaffold')).toBe(0)
  }, 60_000)

  test('whatever changes, a search for words of many courses counts what looking at every course counts (CAT-012)', async () => {
    for (const title of TITLES) await shop.course(portal, { title })
    await fold()
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), async (steps) => {
        const ids = await idsOf()
        for (const step of steps) {
          const id = 'at' in step ? (ids[step.at % ids.length] ?? 0) : 0
          if (step.step === 'add') await shop.course(portal, { title: step.title })
          if (step.step === 'fold') await fold()
          if (step.step === 'search') {
            const { made, plain } = await bothCounts(step.search)
            expect(made).toEqual(plain)
          }
          await t.platform(async (tx) => {
            const change = tx.updateTable('courses').where('id', '=', id)
            if (step.step === 'title') await change.set({ title: step.title }).execute()
            if (step.step === 'unlist') await change.set({ publication_status: 4 }).execute()
            if (step.step === 'delete') await tx.deleteFrom('courses').where('id', '=', id).execute()
          })
        }
        for (const search of SEARCHES) {
          const { made, plain } = await bothCounts(search)
          expect({ search, made }).toEqual({ search, made: plain })
          const byWords = await bothCounts(search, [], null)
          expect({ search, made: byWords.made }).toEqual({ search, made: byWords.plain })
        }
        for (const pattern of ['%number%', null]) {
          const { made, plain } = await bothCounts('number', [category.id], pattern)
          expect(made).toEqual(plain)
        }
      }),
      { numRuns: 12 },
    )
  }, 240_000)

  test('a search by words alone finds and counts no course by its title (CAT-012)', async () => {
    for (const search of ['umber', 'ladd', 'emergency care', 'number']) {
      const { made, plain } = await bothMatches(search, searchPattern(search))
      expect({ search, made }).toEqual({ search, made: plain })
      const words = await bothMatches(search, null)
      expect({ search, ...words }).toEqual({ search, made: words.plain, plain: words.plain, byWords: words.plain })
    }
    expect((await bothMatches('umber', '%umber%')).made).not.toEqual([])
    expect((await bothMatches('umber', null)).made).toEqual([])
  })

  test('a change counts once it is committed, also where words were folded while it was under way (CAT-012)', async () => {
    const [id = 0] = await idsOf()
    const total = async () => (await bothCounts('scaffold')).made
    await t.platform(async (tx) => {
      await tx.updateTable('courses').set({ title: 'Scaffold' }).where('id', '=', id).execute()
      await fold()
      expect(await total()).toEqual([])
    })
    for (const search of ['scaffold', 'number', 'ladder']) {
      const { made, plain } = await bothCounts(search)
      expect(made).toEqual(plain)
    }
    await fold()
    const { made, plain } = await bothCounts('number')
    expect(made).toEqual(plain)
  })
})
