import type { Permission, Resource } from '#kernel/access/permissions.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { needs } from '../../page/guard.ts'
import type { Opening } from '../../page/run-guards.ts'
import type { Crumb } from '../../public/parts/breadcrumbs.tsx'
import { type ListSpec, listQuery, readListState } from '../list/list-state.ts'
import type { ChoiceFilter, Column, RowAction } from '../list/list-types.ts'

type Search = Record<string, unknown>

/** What a route's loader and head are given, as far as content needs it. */
export type Loading = {
  context: { api: Api; queryClient: { ensureQueryData: (query: never) => Promise<unknown> } }
  params: object
  location: { search: unknown }
}
export type Heading = { match: { context: { session: PageSession } } }

/** A list of content as its screens need it; its calls come from `contentCalls` (CNT-001, CNT-035). */
export type ContentKind<Row extends { id: number }> = {
  /** Without `remove`, records stay for good. */
  calls: Record<'list' | 'create' | 'show' | 'update', AnyEndpoint> & {
    remove?: AnyEndpoint
    remove_many?: AnyEndpoint
    publish_many?: AnyEndpoint
  }
  /** The address of the list; a new record is made at `path/create`, one is edited at `path/{id}`. */
  path: string
  /** The screen group whose permissions open the screens. */
  resource: Resource
  /** The permission to add a record, if it is not that of the screen group. */
  creates?: Permission
  /** What one record is called in a sentence, such as `category`, and what several are. */
  noun: string
  nouns: string
  title: string
  /** The screen that the list belongs to. */
  above?: Crumb
  /** What the list is for, in a line. */
  text: string
  words: { create: string; search: string }
  spec: ListSpec
  filters?: readonly ChoiceFilter[]
  columns: readonly Column<Row>[]
  /** Ways on from a row, between those to edit and to delete it. */
  actionsOf?: (row: Row) => readonly RowAction[]
  /** Whether readers see a row, where several can be published at once, and what to know before (CNT-045). */
  publication?: { stateOf: (row: Row) => 'published' | 'draft' | 'other'; note?: string }
  nameOf: (row: Row) => string
  empty: { title: string; text: string }
  /** The part of the address that every call and link keeps, such as whose records these are. */
  keeps?: (search: Search) => Record<string, string | number>
  /** A guard of one's own in place of `needs`. */
  opens?: (permission: Permission) => (opening: Opening) => void
}

type Described<Row extends { id: number }> = Omit<ContentKind<Row>, 'words' | 'spec' | 'nameOf' | 'empty'> &
  Partial<Pick<ContentKind<Row>, 'nameOf'>> & {
    sorts: readonly string[]
    /** The order of the list, if it is not upwards by the first of its sorts. */
    sort?: string
    /** What the list is good for, while it is empty. */
    empty: string
  }

/** A list of content by what is its own; its words are made from what its records are called. */
export const contentKind = <Row extends { id: number }>({
  sorts,
  sort = sorts[0] as string,
  empty,
  filters = [],
  nameOf = (row) => (row as unknown as { title: string }).title,
  ...kind
}: Described<Row>): ContentKind<Row> => ({
  ...kind,
  filters,
  nameOf,
  words: { create: `New ${kind.noun}`, search: `Search ${kind.nouns}` },
  spec: { sorts, sort, filters: filters.map(({ name }) => name) },
  empty: { title: `No ${kind.nouns} yet`, text: empty },
})

// Screens and loaders take kinds of every row.
// biome-ignore lint/suspicious/noExplicitAny: a kind is used by its own description only
export type AnyContentKind = ContentKind<any>

const keptParams = ({ keeps }: AnyContentKind, search: unknown) => keeps?.(search as Search) ?? {}

/** What the list's call is asked with at an address. */
export const listOf = (api: Api, kind: AnyContentKind, search: unknown) =>
  api.query(kind.calls.list, {
    query: { ...listQuery(readListState(search as Search, kind.spec), kind.spec), ...keptParams(kind, search) },
  } as never)

/** A page of the list's call as it is narrowed at an address, as long as can be, to select all its rows. */
export const pageOfList = (api: Api, kind: AnyContentKind, search: unknown, cursor: string | null) =>
  api.call(kind.calls.list, {
    query: {
      ...listQuery(readListState(search as Search, kind.spec), kind.spec),
      ...keptParams(kind, search),
      per_page: 100,
      cursor: cursor ?? undefined,
    },
  } as never)

/** What the call for one record is asked with at an address. */
export const recordOf = (api: Api, kind: AnyContentKind, id: string | number, search: unknown) =>
  api.query(kind.calls.show, { params: { id: Number(id) }, query: keptParams(kind, search) } as never)

/** The query that calls of a kind keep, and addresses that keep it. */
export const keptQueryOf = (kind: AnyContentKind, search: unknown) => {
  const query = keptParams(kind, search)
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return { query, at: (path: string) => (params ? `${path}?${params}` : path) }
}

/** The guard of a kind's screen. */
export const opensOf = ({ opens = needs, resource, creates }: AnyContentKind, action: 'view' | 'create') =>
  opens((action === 'create' && creates) || `${resource}.${action}`)
