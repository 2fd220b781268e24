import type { ReactNode } from 'react'
import type { Icon } from '../../icons.tsx'
import type { Cursors } from '../../public/lists/pagination.tsx'
import type { PageHeaderProps } from '../page-header.tsx'
import type { ListAddress } from './use-list-state.ts'

export type Column<Row> = {
  /** Name of the field; also what is sorted by where `isSortable` is set. */
  key: string
  title: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  align?: 'left' | 'right'
  width?: number | string
  /** `main` names the row and links to it, `secondary` is left out on phones. */
  role?: 'main' | 'secondary'
  /** The reader can show and hide it, in a list with a `viewOf`; here how it is until they choose. */
  optional?: 'shown' | 'hidden'
}

export type ChoiceFilter = {
  /** Name of the filter field (API-014). */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** With a box to type in, for long lists. */
  isSearchable?: boolean
}

/** Days from and to, both included, by the names of their filter fields. */
export type PeriodFilter = { label: string; from: string; to: string }

export type Filter = ChoiceFilter | PeriodFilter

export type RowAction = {
  label: string
  icon?: Icon
  href?: string
  run?: () => void
  isDanger?: boolean
}

export type BulkAction<Row> = {
  label: string
  icon?: Icon
  isDanger?: boolean
  /**
   * The selection is emptied when this is done; a false answer keeps it, and keys keep their rows. `tell` shows of how many
   * rows it is done already.
   */
  run: (rows: Row[], tell: (count: number) => void) => Promise<unknown> | unknown
}

/** What TanStack Query gives for a list's call; anything of that shape will do. */
export type ListResult<Row> = {
  data: { data: readonly Row[]; meta?: Cursors } | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

export type ListScreenProps<Row> = Omit<PageHeaderProps, 'title'> & {
  /** The heading of the screen; a list inside a screen has only a `label`. */
  title?: ReactNode
  /** What the rows are, for screen readers: `Users`. */
  label: string
  address: ListAddress
  result: ListResult<Row>
  columns: readonly Column<Row>[]
  /** Draws the rows in place of the table; null while the first ones are loaded. */
  tiles?: ((rows: readonly Row[] | null) => ReactNode) | undefined
  rowKey: (row: Row) => string | number
  /** What a row is called, for the labels of its controls. */
  rowName: (row: Row) => string
  /** Where the main column of a row leads. */
  rowHref?: (row: Row) => string | undefined
  rowActions?: (row: Row) => readonly RowAction[]
  bulkActions?: readonly BulkAction<Row>[]
  /** Reads a page of the list as it is narrowed now, so that all its rows can be selected. */
  readPage?: (cursor: string | null) => Promise<{ data: readonly Row[]; meta?: Cursors }>
  /** As many rows as can be selected for one action, if not 200; more than a call takes are sent in parts. */
  most?: number
  /** The name under which the columns and filters that a reader chose are kept (USR-049). */
  viewOf?: string
  filters?: readonly Filter[]
  /** Text of the search box; null leaves it out. */
  searchLabel?: string | null
  /** Shown next to the filters, such as an export. */
  toolbar?: ReactNode
  /** What the reader should know of the list, between the heading and the list. */
  notice?: ReactNode
  /** What this list is for, and the first step, while there is nothing in it. */
  empty: { title: ReactNode; text?: ReactNode; action?: ReactNode }
}

export type Selection<Row> = {
  /** Everything that is selected, on this page and on others. */
  rows: Row[]
  /** How many of them are on the page that is shown. */
  here: number
  isOn: (row: Row) => boolean
  toggle: (row: Row) => void
  toggleAll: () => void
  isAll: boolean
  /** Selects these as well. */
  add: (rows: readonly Row[]) => void
  /** Leaves only the rows of these keys selected. */
  keep: (keys: readonly (string | number)[]) => void
  clear: () => void
  isPossible: boolean
}
