import { createContext } from 'react'
import { type ListSpec, type ListState, readListState, writeListState } from './list-state.ts'
import type { Column } from './list-types.ts'

/** A search with filters and order, kept under a name. */
export type SavedFilter = { name: string; query: Readonly<Record<string, string>> }

/** What a person chose for a list; columns are null for those the list shows by itself. */
export type ListView = { columns: readonly string[] | null; saved: readonly SavedFilter[] }

export const NO_VIEW: ListView = { columns: null, saved: [] }

/** Where the choices of people for their lists are kept. */
export type ListViews = {
  /** Options for the query of one list; its data is `{ data: ListView }`. */
  query: (list: string) => { queryKey: readonly unknown[]; queryFn?: unknown }
  save: (list: string, view: ListView) => Promise<{ data: ListView }>
}

export const ListViewsContext = createContext<ListViews | null>(null)

/** The columns to show: what always stands, and of the others those that are chosen, in the order of the list. */
export const shownColumns = <Row>(columns: readonly Column<Row>[], view: ListView): readonly Column<Row>[] =>
  columns.filter(({ key, optional }) => !optional || (view.columns ? view.columns.includes(key) : optional === 'shown'))

/** The choice of columns after one of them was switched; null again where that is what the list shows by itself. */
export const withColumn = <Row>(columns: readonly Column<Row>[], view: ListView, key: string): ListView => {
  const optional = columns.filter((column) => column.optional)
  const shown = new Set(shownColumns(optional, view).map((column) => column.key))
  if (!shown.delete(key)) shown.add(key)
  const isOwn = optional.every((column) => shown.has(column.key) === (column.optional === 'shown'))
  const chosen = optional.map((column) => column.key).filter((each) => shown.has(each))
  return { ...view, columns: isOwn ? null : chosen }
}

/** What of a state is kept under a name: search, filters and order, whatever page is shown. */
export const savedQueryOf = (state: ListState, spec: ListSpec): Record<string, string> =>
  Object.fromEntries(
    Object.entries(writeListState({}, { ...state, cursor: null }, spec)).map(([name, value]) => [name, String(value)]),
  )

/** The state that was kept; what the list no longer knows is left aside. */
export const stateOfSaved = ({ query }: SavedFilter, spec: ListSpec): ListState => readListState(query, spec)

const sameQuery = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean => {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** The kept filter that a list shows now, if any. */
export const currentSaved = (view: ListView, state: ListState, spec: ListSpec): SavedFilter | null => {
  const now = savedQueryOf(state, spec)
  return view.saved.find((saved) => sameQuery(savedQueryOf(stateOfSaved(saved, spec), spec), now)) ?? null
}

/** Keeps a filter under a name, the newest first; one that has the name already is replaced. */
export const withSaved = (view: ListView, filter: SavedFilter): ListView => ({
  ...view,
  saved: [filter, ...view.saved.filter(({ name }) => name.toLowerCase() !== filter.name.toLowerCase())],
})

export const withoutSaved = (view: ListView, name: string): ListView => ({
  ...view,
  saved: view.saved.filter((saved) => saved.name !== name),
})
