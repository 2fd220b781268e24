import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { COURSE_FILTERS, type FilterName } from '../../rules/address.ts'
import { IS_LISTED } from '../columns.ts'
import { asWords, type Search } from './read-search.ts'

export type Filters = { [name in FilterName]?: string[] | undefined }
/** The facets that a course must have one of, by filter: ids of terms, and of providers as negative numbers. */
export type ChosenFilters = ReadonlyMap<FilterName, number[]>

/** More matches than this are neither listed nor counted. */
export const MOST = 10_000
/** This many courses, the first ones of the sort, show whether a search is frequent. */
const SAMPLE = 1000

const idsIn = (values: readonly string[]) => values.filter((value) => /^\d{1,15}$/.test(value)).map(Number)

const termsOf = async (tx: Tx, portalId: number, kind: string, values: string[]): Promise<number[]> => {
  const lower = values.map((value) => value.toLowerCase())
  const { rows } = await sql<{ id: number }>`
    select id from terms where portal_id = ${portalId} and kind = ${kind}
      and (slug = any(${values}) or id = any(${idsIn(values)}::bigint[]) or kind = 'language' and lower(code) = any(${lower}))`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

const providersOf = async (tx: Tx, portalId: number, values: string[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from partner_companies
    where portal_id = ${portalId} and (slug = any(${values}) or id = any(${idsIn(values)}::bigint[]))`.execute(tx)
  return rows.map((row) => -row.id)
}

/** The facets that the values of the filters stand for. */
export const facetsOf = async (tx: Tx, portalId: number, filters: Filters): Promise<ChosenFilters> => {
  const chosen = COURSE_FILTERS.flatMap(({ name }) => {
    const values = filters[name]
    if (!values) return []
    return [
      { name, facets: name === 'provider' ? providersOf(tx, portalId, values) : termsOf(tx, portalId, name, values) },
    ]
  })
  return new Map(await Promise.all(chosen.map(async ({ name, facets }) => [name, await facets] as const)))
}

/**
 * The chosen facets as a query of the lexemes that stand for them in `course_search.document`, but for those of one filter;
 * null where nothing is chosen. A filter none of whose values exists asks for a facet that no course has.
 */
export const asFacets = (chosen: ChosenFilters, except?: FilterName): string | null => {
  const lists = [...chosen].filter(([name]) => name !== except)
  const oneOf = (facets: readonly number[]) =>
    (facets.length > 0 ? facets : [0]).map((facet) => `'#${facet}'`).join(' | ')
  return lists.map(([, facets]) => `(${oneOf(facets)})`).join(' & ') || null
}

/** The order in which the list runs over the courses, and how many it looks for. */
type Walk = { order: RawBuilder<unknown>; per_page: number }

/** `is_list` says that the courses are named by their ids. */
type Matching = { holds: RawBuilder<boolean>; is_list: boolean }

/**
 * The courses `c` that match a search and have the chosen facets: as a condition on the walk over the sorted courses if
 * many do, else as their ids. Null means every listed course.
 */
export const matching = async (
  tx: Tx,
  portalId: number,
  search: Search | null,
  chosen: ChosenFilters,
  walk: Walk,
): Promise<Matching | null> => {
  if (!search && chosen.size === 0) return null
  const facets = asFacets(chosen)
  const parts = [
    ...(search?.words ? [sql`s.document @@ ${asWords(search.words)}`] : []),
    ...(search?.pattern ? [sql`s.title like ${search.pattern}`] : []),
  ]
  const conditions = [
    ...(parts.length > 0 ? [sql`(${sql.join(parts, sql` or `)})`] : []),
    ...(facets ? [sql`s.document @@ ${facets}::tsquery`] : []),
  ]
  const holds = sql<boolean>`(
    select ${sql.join(conditions, sql` and `)} from course_search s where s.portal_id = ${portalId} and s.course_id = c.id)`
  const sample = await sql`
    select 1 from (
      select c.id from courses c where c.portal_id = ${portalId} and ${IS_LISTED}
      order by ${walk.order} limit ${sql.lit(SAMPLE)}
    ) c where ${holds} limit ${walk.per_page + 1}`.execute(tx)
  if (sample.rows.length > walk.per_page) return { holds, is_list: false }
  const { rows } = await sql<{ id: number }>`
    select course_id as id from courses_found(
      ${asWords(search?.words ?? null)}, ${search?.pattern ?? null}, ${facets}::tsquery, ${MOST + 1})`.execute(tx)
  if (rows.length > MOST) return { holds, is_list: false }
  return { holds: sql<boolean>`c.id = any(${rows.map(({ id }) => id)}::bigint[])`, is_list: true }
}
