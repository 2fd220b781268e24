import type { ReactNode } from 'react'
import type { Icon } from '../../icons.tsx'
import type { Cursors } from '../../public/lists/pagination.tsx'

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
  /** The selection is emptied when this is done; a false answer keeps it. */
  run: (rows: Row[]) => Promise<unknown> | unknown
}

/** What TanStack Query gives for a list's call; anything of that shape will do. */
export type ListResult<Row> = {
  data: { data: readonly Row[]; meta?: Cursors } | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}
