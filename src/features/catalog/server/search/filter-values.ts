import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { COURSE_FILTERS, type FilterName } from '../../rules/address.ts'
import { IS_LISTED } from '../columns.ts'
import { asFacets, type ChosenFilters, type Filters, facetsOf, MOST } from './filters.ts'
import { answeredSearch, asWords, type Search } from './read-search.ts'

type FilterValue = { value: string; label: string; count: number }
export type FilterValues = Record<FilterName, FilterValue[]>

/** A filter shows at most this many values. */
const MOST_VALUES = 300
/** The row that counts all courses found. */
const ALL = 0

type Counts = { of: ReadonlyMap<number, number>; total: number; is_capped: boolean }

/** How many courses each facet has among those that fit the search and the filters, one filter aside. */
const countFacets = async (
  tx: Tx,
  search: Search | null,
  chosen: ChosenFilters,
  except?: FilterName,
): Promise<Counts> => {
  const { rows } = await sql<{ facet: number; courses: number }>`
    select facet, courses from course_facet_counts(${asWords(search?.words ?? null)}, ${search?.pattern ?? null},
      ${asFacets(chosen, except)}::tsquery, ${MOST + 1})`.execute(tx)
  const of = new Map(rows.map(({ facet, courses }) => [facet, courses]))
  const total = of.get(ALL) ?? 0
  return { of, total: Math.min(total, MOST), is_capped: total > MOST }
}

/** How many listed courses a search with its filters finds on all pages together, counted to 10,000. */
export const countMatches = async (
  tx: Tx,
  portalId: number,
  { search: typed, ...filters }: Filters & { search: string },
): Promise<number> => {
  const [search, chosen] = await Promise.all([answeredSearch(tx, typed), facetsOf(tx, portalId, filters)])
  if (search.finds_nothing || search.is_less) return 0
  const { rows } = await sql<{ courses: number }>`
    select count(*)::int as courses from courses_found(${asWords(search.words)}, ${search.pattern},
      ${asFacets(chosen)}::tsquery, ${MOST})`.execute(tx)
  return rows[0]?.courses ?? 0
}

type Label = { facet: number; kind: FilterName; value: string; label: string }

/**
 * What facets are called, in the order of the portal: those that were counted, and all that courses have of the filters
 * whose counts are capped, since the courses beyond the cap may have others.
 */
const labelsOf = async (
  tx: Tx,
  portalId: number,
  facets: readonly number[],
  capped: readonly string[],
): Promise<Label[]> => {
  const { rows } = await sql<Label>`
    select facet, kind, value, label from (
      select t.id as facet, t.kind, t.slug as value, t.title as label, t.sort_number from terms t
      where t.portal_id = ${portalId} and t.kind = any(${COURSE_FILTERS.map(({ name }) => name)})
        and (t.id = any(${facets.filter((id) => id > 0)}::bigint[]) or t.kind = any(${[...capped]}) and exists (
          select from course_terms ct join courses c on c.portal_id = ct.portal_id and c.id = ct.course_id
          where ct.portal_id = t.portal_id and ct.term_id = t.id and ${IS_LISTED}))
      union all
      select -p.id, 'provider', p.slug, p.name, 0 from partner_companies p
      where p.portal_id = ${portalId}
        and (p.id = any(${facets.filter((id) => id < 0).map((id) => -id)}::bigint[]) or ${capped.includes('provider')} and exists (
          select from courses c where c.portal_id = p.portal_id and c.partner_company_id = p.id and ${IS_LISTED}))
    ) found order by kind, sort_number, label, value`.execute(tx)
  return rows
}

export type LoadedFilters = {
  data: FilterValues
  meta: {
    courses_count: number
    courses_count_is_capped: boolean
    /** The filters whose values were counted only among 10,000 of their courses. */
    capped_filters: FilterName[]
  }
}

/**
 * The values of every filter with their numbers of courses, and how many courses there are (CAT-012). A filter that is in
 * use is counted as if it were not, since its values widen each other.
 */
export const loadFilterValues = async (
  tx: Tx,
  portalId: number,
  { search: typed, ...filters }: Filters & { search?: string | undefined },
): Promise<LoadedFilters> => {
  const [search, chosen] = await Promise.all([
    typed ? answeredSearch(tx, typed) : null,
    facetsOf(tx, portalId, filters),
  ])
  const none: Counts = { of: new Map(), total: 0, is_capped: false }
  const count = (except?: FilterName) => (search?.finds_nothing ? none : countFacets(tx, search, chosen, except))
  const names = COURSE_FILTERS.map(({ name }) => name)
  const [all, ...own] = await Promise.all([count(), ...[...chosen.keys()].map(count)])
  const ownOf = new Map([...chosen.keys()].map((name, at) => [name, own[at] ?? none]))
  const countsOf = (name: FilterName) => ownOf.get(name) ?? all
  const capped = names.filter((name) => countsOf(name).is_capped)
  const seen = new Set([all, ...own].flatMap(({ of }) => [...of.keys()]).concat([...chosen.values()].flat()))
  const data = Object.fromEntries(names.map((name) => [name, []])) as unknown as FilterValues
  for (const { facet, kind, value, label } of await labelsOf(tx, portalId, [...seen], capped)) {
    const number = countsOf(kind).of.get(facet) ?? 0
    const isShown = number > 0 || chosen.get(kind)?.includes(facet) || capped.includes(kind)
    if (isShown && data[kind].length < MOST_VALUES) data[kind].push({ value, label, count: number })
  }
  const meta = { courses_count: all.total, courses_count_is_capped: all.is_capped, capped_filters: capped }
  return { data, meta }
}
