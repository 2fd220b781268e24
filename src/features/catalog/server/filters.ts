import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { IS_LISTED } from './columns.ts'
import type { Search } from './read-search.ts'

/** Filters of the list and the kind of term each stands for. */
const KINDS = {
  category: 'category',
  training_option: 'training_option',
  state: 'state',
  agency: 'agency',
  organization: 'organization',
  language: 'language',
} as const

export type Filters = { [name in keyof typeof KINDS | 'provider']?: string[] | undefined }

/** A filter that leaves no more courses than this gives the list of courses to sort; the others are asked row by row. */
const FEW = 2000
/** So many of the first courses are looked at to see whether a searched word is frequent; the few first ones tell it of most words. */
const SAMPLES = [200, 1000]
/** A word that no more of the first courses than this hold is taken for rare. */
const HARDLY_ANY = 1

type Condition = {
  /** Whether the course `c` has what is asked for. */
  holds: RawBuilder<boolean>
  /** The courses that have it, at most one more than `FEW`; null when there are too many to be worth a list. */
  few: number[] | null
}

/** The order in which the list walks over the courses, and how many it looks for. */
type Walk = { order: RawBuilder<unknown>; per_page: number }

const idsIn = (values: readonly string[]) => values.filter((value) => /^\d{1,15}$/.test(value)).map(Number)

const listOf = async (tx: Tx, courses: RawBuilder<unknown>): Promise<number[] | null> => {
  const { rows } = await sql<{ id: number }>`${courses} limit ${sql.lit(FEW + 1)}`.execute(tx)
  return rows.length > FEW ? null : rows.map((row) => row.id)
}

const termsOf = async (tx: Tx, portalId: number, kind: string, values: string[]): Promise<number[]> => {
  const lower = values.map((value) => value.toLowerCase())
  const { rows } = await sql<{ id: number }>`
    select id from terms where portal_id = ${portalId} and kind = ${kind}
      and (slug = any(${values}) or id = any(${idsIn(values)}::bigint[]) or kind = 'language' and lower(code) = any(${lower}))`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

const termCondition = async (tx: Tx, portalId: number, kind: string, values: string[]): Promise<Condition> => {
  const terms = await termsOf(tx, portalId, kind, values)
  if (terms.length === 0) return { holds: sql<boolean>`false`, few: [] }
  return {
    // A plain `exists` would be turned into a join over all courses of the term.
    holds: sql<boolean>`(select true from course_terms ct where ct.portal_id = ${portalId} and ct.course_id = c.id
      and ct.term_id = any(${terms}::bigint[]) limit 1)`,
    few: await listOf(
      tx,
      sql`select course_id as id from course_terms where portal_id = ${portalId} and term_id = any(${terms}::bigint[])`,
    ),
  }
}

const companiesOf = async (tx: Tx, portalId: number, values: string[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from partner_companies
    where portal_id = ${portalId} and (slug = any(${values}) or id = any(${idsIn(values)}::bigint[]))`.execute(tx)
  return rows.map((row) => row.id)
}

/** The facets that a course must have one of, by filter: ids of terms, negative ones of providers (`course_search`). */
export const facetsOf = async (tx: Tx, portalId: number, filters: Filters): Promise<Map<keyof Filters, number[]>> => {
  const read = async (name: keyof Filters, values: string[]) =>
    name === 'provider'
      ? (await companiesOf(tx, portalId, values)).map((id) => -id)
      : await termsOf(tx, portalId, KINDS[name], values)
  const asked = (Object.entries(filters) as [keyof Filters, string[] | undefined][]).flatMap(([name, values]) =>
    values ? [{ name, facets: read(name, values) }] : [],
  )
  return new Map(await Promise.all(asked.map(async ({ name, facets }) => [name, await facets] as const)))
}

const providerCondition = async (tx: Tx, portalId: number, values: string[]): Promise<Condition> => {
  const companies = await companiesOf(tx, portalId, values)
  if (companies.length === 0) return { holds: sql<boolean>`false`, few: [] }
  return {
    holds: sql<boolean>`c.partner_company_id = any(${companies}::bigint[])`,
    few: await listOf(
      tx,
      sql`select id from courses where portal_id = ${portalId} and partner_company_id = any(${companies}::bigint[])`,
    ),
  }
}

/**
 * A frequent word is found soon on the walk over the sorted courses, a rare one only by its index, which row-level
 * security keeps closed to everything but the function `course_matches`.
 */
const searchCondition = async (
  tx: Tx,
  portalId: number,
  { words, pattern }: Search,
  walk: Walk,
): Promise<Condition> => {
  const byTitle = pattern === null ? sql`` : sql`or c.title ilike ${pattern}`
  const holds = sql<boolean>`(
    select s.document @@ to_tsquery('english', ${words}) ${byTitle}
    from course_search s where s.portal_id = ${portalId} and s.course_id = c.id)`
  for (const size of SAMPLES) {
    const sample = await sql`
      select 1 from (
        select c.id, c.title from courses c
        where c.portal_id = ${portalId} and ${IS_LISTED}
        order by ${walk.order} limit ${sql.lit(size)}
      ) c where ${holds} limit ${walk.per_page + 1}`.execute(tx)
    if (sample.rows.length > walk.per_page) return { holds, few: null }
    if (sample.rows.length <= HARDLY_ANY) break
  }
  const { rows } = await sql<{
    id: number
  }>`select course_matches as id from course_matches(${words}, ${pattern})`.execute(tx)
  return { holds, few: rows.map((row) => row.id) }
}

/**
 * The courses that meet several conditions at once, or null when there are more than `FEW`. Each may be frequent and
 * all of them together rare, which a walk over the sorted courses would only see at its end.
 */
const amongAll = async (
  tx: Tx,
  portalId: number,
  { search, ...filters }: Filters & { search?: Search | null },
): Promise<number[] | null> => {
  const chosen = Object.fromEntries(await facetsOf(tx, portalId, filters))
  const { words = '', pattern = null } = search ?? {}
  const { rows } = await sql<{ id: number }>`
    select courses_with as id from courses_with(${words}, ${pattern}, ${JSON.stringify(chosen)}::jsonb, ${FEW + 1})`.execute(
    tx,
  )
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

/**
 * What the filters ask of a course: conditions on it, and the shortest list of the courses that can meet them, if one is
 * short.
 */
export const readFilters = async (
  tx: Tx,
  portalId: number,
  filters: Filters & { search?: Search | null },
  walk: Walk,
): Promise<{ conditions: RawBuilder<boolean>[]; among: number[] | null }> => {
  const asked: Promise<Condition>[] = []
  for (const [name, kind] of Object.entries(KINDS) as [keyof typeof KINDS, string][]) {
    const values = filters[name]
    if (values) asked.push(termCondition(tx, portalId, kind, values))
  }
  if (filters.provider) asked.push(providerCondition(tx, portalId, filters.provider))
  if (filters.search) asked.push(searchCondition(tx, portalId, filters.search, walk))
  const conditions = await Promise.all(asked)
  const lists = conditions.flatMap((condition) => (condition.few ? [condition.few] : []))
  const among = lists.reduce<number[] | null>(
    (shortest, list) => (shortest === null || list.length < shortest.length ? list : shortest),
    null,
  )
  const isManifold = conditions.length > 1 && among === null
  return {
    conditions: conditions.map((condition) => condition.holds),
    among: isManifold ? await amongAll(tx, portalId, filters) : among,
  }
}
