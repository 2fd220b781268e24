import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { COURSE_FILTERS, type FilterName } from '../rules/address.ts'
import { type Filters, facetsOf } from './filters.ts'
import { answeredSearch, readSearch, type Search } from './read-search.ts'

type FilterValue = { value: string; label: string; count: number }
export type FilterValues = Record<FilterName, FilterValue[]>

/** A filter shows so many values at most. */
const MOST = 300
/** The facet that every course has. */
const EVERY = 0

/** How many courses each facet has among those that fit the search and have one facet of each list, its own kind's list aside. */
const countFacets = async (
  tx: Tx,
  search: Search | null,
  chosen: ReadonlyMap<string, number[]>,
): Promise<Map<number, number>> => {
  const { rows } = await sql<{ facet: number; courses: number }>`
    select facet, courses from course_facet_counts(
      ${search?.words ?? ''}, ${search?.pattern ?? null}, ${JSON.stringify(Object.fromEntries(chosen))}::jsonb)`.execute(
    tx,
  )
  return new Map(rows.map(({ facet, courses }) => [Number(facet), Number(courses)]))
}

/** How many listed courses a search with its filters finds on all pages together. */
export const countFound = async (
  tx: Tx,
  portalId: number,
  { search, ...filters }: Filters & { search: string },
): Promise<number> => {
  const counts = await countFacets(tx, await readSearch(tx, search), await facetsOf(tx, portalId, filters))
  return counts.get(EVERY) ?? 0
}

type Label = { facet: number; kind: FilterName; value: string; label: string }

/** What facets are called, in the order of the portal. */
const labelsOf = async (tx: Tx, portalId: number, facets: readonly number[]): Promise<Label[]> => {
  const { rows } = await sql<Label>`
    select facet, kind, value, label from (
      select id as facet, kind, slug as value, title as label, sort_number from terms
      where portal_id = ${portalId} and id = any(${facets.filter((id) => id > 0)}::bigint[])
        and kind = any(${COURSE_FILTERS.map(({ name }) => name)})
      union all
      select -id, 'provider', slug, name, 0 from partner_companies
      where portal_id = ${portalId} and id = any(${facets.filter((id) => id < 0).map((id) => -id)}::bigint[])
    ) found order by kind, sort_number, label, value`.execute(tx)
  return rows.map((row) => ({ ...row, facet: Number(row.facet) }))
}

/**
 * The values of every filter with their numbers of courses, and how many courses there are (CAT-012). A filter that is in
 * use is counted as if it were not, since its values widen each other.
 */
export const loadFilterValues = async (
  tx: Tx,
  portalId: number,
  { search: typed, ...filters }: Filters & { search?: string | undefined },
): Promise<{ data: FilterValues; meta: { courses_count: number } }> => {
  const [search, chosen] = await Promise.all([
    typed ? answeredSearch(tx, typed) : null,
    facetsOf(tx, portalId, filters),
  ])
  const counts = search?.finds_nothing ? new Map<number, number>() : await countFacets(tx, search, chosen)
  const seen = new Set([...counts.keys(), ...[...chosen.values()].flat()])
  const data = Object.fromEntries(COURSE_FILTERS.map(({ name }) => [name, []])) as unknown as FilterValues
  for (const { facet, kind, value, label } of await labelsOf(tx, portalId, [...seen])) {
    const count = counts.get(facet) ?? 0
    const isChosen = chosen.get(kind)?.includes(facet)
    if ((count > 0 || isChosen) && data[kind].length < MOST) data[kind].push({ value, label, count })
  }
  return { data, meta: { courses_count: counts.get(EVERY) ?? 0 } }
}
