import { COURSE_SORTS, type CourseSort, DEFAULT_COURSE_SORT } from './sorts.ts'

/** The filters of the course list by name (CAT-012), in the order in which they are shown. */
export const COURSE_FILTERS = [
  { name: 'category', title: 'Category' },
  { name: 'training_option', title: 'Training option' },
  { name: 'state', title: 'State' },
  { name: 'agency', title: 'Regulating agency' },
  { name: 'organization', title: 'Organization' },
  { name: 'language', title: 'Language' },
  { name: 'provider', title: 'Provider' },
] as const
export type FilterName = (typeof COURSE_FILTERS)[number]['name']

/** What the address asks the course list for; filter values are slugs. */
export type CatalogState = {
  search: string
  sort: CourseSort
  cursor: string | null
  filters: Readonly<Partial<Record<FilterName, readonly string[]>>>
}

// Slugs hold letters, digits and hyphens; a dot between them needs no escape in an address.
const SEPARATOR = '.'
/** The most values of one filter that the call takes. */
const MOST = 20

// No course is found by signs that nobody can type, and calls refuse them.
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
    : ''

const valuesOf = (value: unknown): string[] =>
  [...new Set(textOf(value).split(SEPARATOR).filter(Boolean))].slice(0, MOST)

const sortOf = (value: unknown): CourseSort =>
  COURSE_SORTS.find(({ sort }) => sort === value)?.sort ?? DEFAULT_COURSE_SORT

/** The state in the query of an address; unknown or damaged parts are ignored. */
export const readCatalog = (query: Readonly<Record<string, unknown>>): CatalogState => {
  const filters: Partial<Record<FilterName, readonly string[]>> = {}
  for (const { name } of COURSE_FILTERS) {
    const values = valuesOf(query[name])
    if (values.length > 0) filters[name] = values
  }
  return {
    search: textOf(query.search).slice(0, 200),
    sort: sortOf(query.sort),
    cursor: textOf(query.cursor) || null,
    filters,
  }
}

/** The address of a state: only what differs from the list as it opens, always in the same order. */
export const catalogAddress = (path: string, state: CatalogState): string => {
  const query = new URLSearchParams()
  if (state.search) query.set('search', state.search)
  for (const { name } of COURSE_FILTERS) {
    const values = state.filters[name]
    if (values?.length) query.set(name, values.join(SEPARATOR))
  }
  if (state.sort !== DEFAULT_COURSE_SORT) query.set('sort', state.sort)
  if (state.cursor) query.set('cursor', state.cursor)
  return query.size > 0 ? `${path}?${query}` : path
}

/** The query of the list's call for a state (API-014, CAT-012). */
export const catalogQuery = (state: CatalogState) => ({
  ...Object.fromEntries(Object.entries(state.filters).map(([name, values]) => [name, [...values]])),
  ...(state.search && { search: state.search }),
  sort: state.sort,
  ...(state.cursor && { cursor: state.cursor }),
})

// Another selection starts from its first page.
export const withSearch = (state: CatalogState, search: string): CatalogState => ({
  ...state,
  search: search.trim(),
  cursor: null,
})

export const withSort = (state: CatalogState, sort: string): CatalogState => ({
  ...state,
  sort: sortOf(sort),
  cursor: null,
})

/** Switches one value of a filter on or off. */
export const withToggled = (state: CatalogState, name: FilterName, value: string): CatalogState => {
  const values = state.filters[name] ?? []
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value].slice(-MOST)
  const { [name]: _, ...others } = state.filters
  return { ...state, filters: next.length > 0 ? { ...others, [name]: next } : others, cursor: null }
}

export const withCursor = (state: CatalogState, cursor: string | null): CatalogState => ({ ...state, cursor })

/** Nothing searched and nothing filtered; the order stays. */
export const withoutFilters = (state: CatalogState): CatalogState => ({
  ...state,
  search: '',
  filters: {},
  cursor: null,
})

/** How many filter values are on. */
export const filterCount = (state: CatalogState): number =>
  Object.values(state.filters).reduce((sum, values) => sum + values.length, 0)

/** True when not all courses are asked for, so that an empty list does not mean that there is nothing at all. */
export const isNarrowed = (state: CatalogState): boolean => state.search !== '' || filterCount(state) > 0
