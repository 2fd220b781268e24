/** What a list may be asked for; names are those of the call's query (API-014). */
export type ListSpec = {
  /** Names of the filter fields. */
  filters?: readonly string[]
  /** Fields that can be sorted by. */
  sorts?: readonly string[]
  /** The order without a choice, with `-` for descending. */
  sort?: string
  /** Rows per page, if not the 20 of every list (API-013). */
  per_page?: number
}

/** What the address asks a list for. */
export type ListState = {
  search: string
  sort: string
  cursor: string | null
  filters: Readonly<Record<string, string>>
}

type Query = Readonly<Record<string, unknown>>

// The router reads `?search=2026` as a number and `?is_paused=true` as a truth value; here all of them are texts.
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim() : ''

const sortOf = (value: unknown, spec: ListSpec): string => {
  const text = textOf(value)
  const field = text.replace(/^-/, '')
  return spec.sorts?.includes(field) ? text : (spec.sort ?? '')
}

/** Reads the state of a list from the query of the address; what the list does not know is left aside. */
export const readListState = (query: Query, spec: ListSpec): ListState => {
  const filters: Record<string, string> = {}
  for (const name of spec.filters ?? []) {
    const value = textOf(query[name])
    if (value) filters[name] = value
  }
  return { search: textOf(query.search), sort: sortOf(query.sort, spec), cursor: textOf(query.cursor) || null, filters }
}

/** The query of the address for a state: defaults are left out, keys of others are kept. */
export const writeListState = (query: Query, state: ListState, spec: ListSpec): Record<string, unknown> => {
  const own = new Set(['search', 'sort', 'cursor', ...(spec.filters ?? [])])
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(query).filter(([name]) => !own.has(name)))
  if (state.search) next.search = state.search
  if (state.sort && state.sort !== (spec.sort ?? '')) next.sort = state.sort
  for (const name of spec.filters ?? []) if (state.filters[name]) next[name] = state.filters[name]
  if (state.cursor) next.cursor = state.cursor
  return next
}

/** The query of the list's call for a state (API-014). */
export const listQuery = (state: ListState, spec: ListSpec): Record<string, string | number> => ({
  ...state.filters,
  ...(state.search && { search: state.search }),
  ...(state.sort && { sort: state.sort }),
  ...(state.cursor && { cursor: state.cursor }),
  ...(spec.per_page && { per_page: spec.per_page }),
})

// Another selection of rows starts from its first page.
export const withSearch = (state: ListState, search: string): ListState => ({
  ...state,
  search: search.trim(),
  cursor: null,
})

/** Sets these filters; an empty one is taken away. */
export const withFilters = (state: ListState, values: Readonly<Record<string, string | null>>): ListState => {
  const filters = Object.entries({ ...state.filters, ...values }).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
  )
  return { ...state, filters: Object.fromEntries(filters), cursor: null }
}

export const withFilter = (state: ListState, name: string, value: string | null): ListState =>
  withFilters(state, { [name]: value })

/** Sorts by a field: first ascending, then descending, then in the list's own order again. */
export const withSort = (state: ListState, field: string, spec: ListSpec): ListState => {
  const own = spec.sort ?? ''
  const next = state.sort === field ? `-${field}` : state.sort === `-${field}` && own !== state.sort ? own : field
  return { ...state, sort: next, cursor: null }
}

export const withCursor = (state: ListState, cursor: string | null): ListState => ({ ...state, cursor })

/** Nothing searched, nothing filtered, the list's own order. */
export const clearedState = (spec: ListSpec): ListState => ({
  search: '',
  sort: spec.sort ?? '',
  cursor: null,
  filters: {},
})

/** True when the rows are narrowed down, so that an empty list does not mean that there is nothing at all. */
export const isNarrowed = (state: ListState): boolean => state.search !== '' || Object.keys(state.filters).length > 0

/** How a column is sorted, as `aria-sort` expects it. */
export const sortDirection = (state: ListState, field: string): 'ascending' | 'descending' | 'none' =>
  state.sort === field ? 'ascending' : state.sort === `-${field}` ? 'descending' : 'none'
