// What the storefront's reads cost in portals of 1,000, 20,000 and 100,000 courses, and next to the same SQL through bare pg.
// Alone: node bench/catalog.ts. CATALOG_COURSES sets the size of the largest portal, CATALOG_ROUNDS how often each read
// is measured.
import fs from 'node:fs'
import pg from 'pg'
import { presentCourse } from '#features/catalog/server/api.ts'
import { presentDetails } from '#features/catalog/server/present.ts'
import { loadFilterValues } from '#features/catalog/server/search/filter-values.ts'
import { suggest } from '#features/catalog/server/search/suggest.ts'
import { findCourse, listCourses } from '#features/catalog/server/store.ts'
import type { PortalContext } from '#kernel/context.ts'
import { createDb, type Db, type Tx } from '#platform/db/db.ts'
import { statementsOf } from '../tests/sent-statements.ts'
import { type Database, replayOf, withDatabase } from './database.ts'
import { median, round } from './measure.ts'

const SMALL = 1000
const MIDDLE = 20_000
const ROUNDS = Number(process.env.CATALOG_ROUNDS ?? 50)
const WARM_UP = 10

export type CatalogFigure = {
  read: string
  /** Medians in milliseconds. A search with its counts may take 50 ms in the middle portal and 150 ms in the large one. */
  small_ms: number
  middle_ms: number
  large_ms: number
  /** The part of it that the database worked; other load on the machine hardly changes it. Linux only. */
  large_cpu_ms: number | null
  /** How much more the large portal costs than the small one; the budget is 1.5 for lists and the page. */
  growth: number
  /** Speed next to bare pg running the same SQL in one transaction; the budget is 0.75. */
  of_bare_pg: number
}

type Call = { portal: PortalContext; viewer: null }
type Read = (tx: Tx, ctx: Call) => Promise<unknown>

const list = (more: Partial<Parameters<typeof listCourses>[2]>): Read => {
  return async (tx, ctx) => {
    const page = await listCourses(tx, ctx, { per_page: 20, sort: '-popularity', ...more })
    return page.data.map(presentCourse)
  }
}

const facets =
  (request: Parameters<typeof loadFilterValues>[2]): Read =>
  (tx, { portal }) =>
    loadFilterValues(tx, portal.id, request)

/** Everything a search answers: the courses, and the counts of the filters. */
const answer =
  (search: string, more: { category?: string[] } = {}): Read =>
  (tx, ctx) =>
    Promise.all([list({ search, ...more })(tx, ctx), facets({ search, ...more })(tx, ctx)])

const READS: Record<string, Read> = {
  'list, most popular': list({}),
  'list, by name': list({ sort: 'title' }),
  'list, last updated': list({ sort: '-updated_at' }),
  'list of a category': list({ category: ['category-1'] }),
  'list, searched': list({ search: 'ladder' }),
  // Nothing in the small portal, a page in the larger ones, where the last word begins others as well.
  'list, searched, rare': list({ search: 'ladder 512' }),
  'list, searched, one in either': list({ search: '511 ladder' }),
  'list, searched, mistyped': list({ search: 'laddr saftey' }),
  'list, searched in a category': list({ search: 'ladder', category: ['category-1'] }),
  facets: facets({}),
  'facets of a category': facets({ category: ['category-1'] }),
  'facets of an agency': facets({ agency: ['agency-7'] }),
  'facets of a state': facets({ state: ['state-7'] }),
  'facets of several filters': facets({
    category: ['category-1', 'category-2'],
    state: ['state-7'],
    language: ['language-1'],
  }),
  'facets of a language of nearly all': facets({ language: ['language-1'] }),
  'facets of a search': facets({ search: 'ladder' }),
  'facets of a search in a category': facets({ search: 'ladder', category: ['category-1'] }),
  'facets of a search that finds all': facets({ search: 'number' }),
  'a search altogether': answer('ladder'),
  'a search altogether, mistyped': answer('laddr saftey'),
  'a search altogether, by a synonym': answer('emergency care'),
  'a search altogether that finds all': answer('number'),
  'a search altogether, none of all words': answer('ladder licence'),
  'a search altogether, all words apart': answer('ladder crane'),
  'a search altogether, all words apart, in a category': answer('ladder crane', { category: ['category-1'] }),
  'a search altogether, three words apart': answer('ladder crane fire'),
  'a search altogether, nothing at all': answer('zzyzx quux'),
  suggestions: (tx, { portal }) => suggest(tx, portal.id, 'ladd'),
  course: async (tx, ctx) => {
    const course = await findCourse(tx, ctx, 'course-512')
    return course && presentDetails(course)
  },
}

const TITLES = ['First aid', 'Ladder safety', 'Fire safety', 'Food handling', 'Crane operation']

/** How many terms of a kind there are, and which one a course has. */
const TERMS = {
  category: { terms: 10, of: 'c.id % 10' },
  agency: { terms: 40, of: 'c.id / 7 % 40' },
  state: { terms: 51, of: 'c.id / 3 % 51' },
  // Nine of ten courses are in the same language.
  language: { terms: 10, of: 'case when c.id / 10 % 10 = 0 then 1 + c.id % 9 else 0 end' },
}

/** A portal full of courses, each with two prices, a term of every kind and an instructor. */
const fill = async (client: pg.Client, portalId: number, courses: number) => {
  const run = (sql: string, ...values: unknown[]) => client.query(sql.replaceAll(':portal', String(portalId)), values)
  await run(
    `insert into portals (id, slug, name, status, is_marketable) values (:portal, 'bench-:portal', 'Bench', 'active', true)`,
  )
  for (const [kind, { terms }] of Object.entries(TERMS))
    await run(
      `insert into terms (portal_id, kind, title, slug, code)
       select :portal, $1::text, $1 || ' ' || n, $1 || '-' || n, 'l' || n from generate_series(1, $2::int) n`,
      kind,
      terms,
    )
  await run(`insert into users (email) select 'teacher' || n || '.:portal@example.com' from generate_series(1, 50) n`)
  await run(
    `insert into portal_users (portal_id, user_id, first_name, last_name) select :portal, id, 'Teacher', id::text from users where email like 'teacher%.:portal@example.com'`,
  )
  // The search rows are written once, when everything else exists.
  for (const table of ['courses', 'course_terms']) await run(`alter table ${table} disable trigger user`)
  await run(
    `insert into courses (portal_id, slug, title, meta_description, publication_status, popularity, author_name, rating_sum, rating_count, updated_at)
     select :portal, 'course-' || n, ($2::text[])[1 + n % 5] || ' ' || n, 'What to know about number ' || n, 2, (n * 7919) % 100003, 'Author ' || n % 10,
       n % 50, n % 11, now() - n * interval '1 minute' from generate_series(1, $1::int) n`,
    courses,
    TITLES,
  )
  await run(
    `insert into course_pricings (portal_id, course_id, "from", price_cents) select :portal, id, f, 5000 - f * 10 from courses, unnest(array[1, 10]) f where portal_id = :portal`,
  )
  for (const [kind, { of }] of Object.entries(TERMS))
    await run(
      `with t as (select id, row_number() over (order by id) - 1 as n from terms where portal_id = :portal and kind = $1)
       insert into course_terms (portal_id, course_id, term_id) select :portal, c.id, t.id from courses c join t on t.n = ${of} where c.portal_id = :portal`,
      kind,
    )
  for (const table of ['courses', 'course_terms']) await run(`alter table ${table} enable trigger user`)
  // This many rows at once would be searched for without an idea of how many there are.
  await run('analyze courses, course_terms, terms')
  await run(`select refresh_course_search(:portal, array(select id from courses where portal_id = :portal))`)
  await run(
    `with p as (select user_id, row_number() over (order by user_id) - 1 as n from portal_users where portal_id = :portal)
     insert into course_instructors (portal_id, course_id, user_id, is_primary) select :portal, c.id, p.user_id, true from courses c join p on p.n = c.id % 50 where c.portal_id = :portal`,
  )
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** CPU time in milliseconds of the connection's server process for one read; its clock ticks every 10 ms. */
const cpuOf = async (db: Db, read: () => Promise<unknown>): Promise<number | null> => {
  const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const file = `/proc/${rows[0]?.pid}/stat`
  if (!fs.existsSync(file)) return null
  const spent = () => {
    const fields = fs.readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }
  const before = spent()
  for (let turn = 0; turn < ROUNDS; turn++) await read()
  return round((spent() - before) / ROUNDS, 1)
}

const measure = async (db: Db, bare: pg.Client, name: string, read: Read): Promise<CatalogFigure> => {
  const ours = (portalId: number) => () =>
    db.withPortal(portalId, (tx) => read(tx, { portal: { id: portalId } as PortalContext, viewer: null }), 'read only')
  const statements = await statementsOf(ours(LARGE_PORTAL))
  const plain = replayOf(bare, LARGE_PORTAL, statements)
  const times: Record<'small' | 'middle' | 'large' | 'bare', number[]> = { small: [], middle: [], large: [], bare: [] }
  for (let turn = 0; turn < WARM_UP + ROUNDS; turn++) {
    const [small, middle, large, without] = [
      await timed(ours(SMALL_PORTAL)),
      await timed(ours(MIDDLE_PORTAL)),
      await timed(ours(LARGE_PORTAL)),
      await timed(plain),
    ]
    if (turn < WARM_UP) continue
    times.small.push(small)
    times.middle.push(middle)
    times.large.push(large)
    times.bare.push(without)
  }
  const [small, large, without] = [median(times.small), median(times.large), median(times.bare)]
  return {
    read: name,
    small_ms: round(small),
    middle_ms: round(median(times.middle)),
    large_ms: round(large),
    large_cpu_ms: await cpuOf(db, ours(LARGE_PORTAL)),
    growth: round(large / small),
    of_bare_pg: round(without / large),
  }
}

const SMALL_PORTAL = 9_000_001
const MIDDLE_PORTAL = 9_000_002
const LARGE_PORTAL = 9_000_003

export type CatalogBenchOptions = {
  /** Courses of the largest portal. */
  courses?: number
  /** A migrated database, as the program connects to it and as its owner does; without one a throw-away cluster is started. */
  database?: Database
}

/** Measures lists and the page of a course, the three portals and bare pg in turns, so that other load falls on all alike. */
export async function benchCatalog({
  courses = Number(process.env.CATALOG_COURSES ?? 100_000),
  database,
}: CatalogBenchOptions = {}): Promise<CatalogFigure[]> {
  if (!database) return withDatabase((own) => benchCatalog({ courses, database: own }))
  const owner = new pg.Client(database.admin)
  await owner.connect()
  try {
    await fill(owner, SMALL_PORTAL, SMALL)
    await fill(owner, MIDDLE_PORTAL, MIDDLE)
    await fill(owner, LARGE_PORTAL, courses)
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
  // One connection, so that the statements seen are those of the read that runs.
  const db = createDb({ ...database.app, max: 1 })
  const bare = new pg.Client(database.app)
  await bare.connect()
  try {
    const figures: CatalogFigure[] = []
    for (const [name, read] of Object.entries(READS)) figures.push(await measure(db, bare, name, read))
    return figures
  } finally {
    await bare.end()
    await db.close()
  }
}

if (import.meta.main) console.table(await benchCatalog())
