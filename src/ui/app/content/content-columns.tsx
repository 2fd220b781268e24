import type { Use } from '#kernel/content.ts'
import { DateText } from '../../public/parts/time.tsx'
import type { Column } from '../list/list-types.ts'

// The columns that lists of content share.

export const titleColumn: Column<{ title: string }> = {
  key: 'title',
  title: 'Title',
  role: 'main',
  isSortable: true,
  cell: ({ title }) => title,
}

/** The place of a record among the others of its list. */
export const placeColumn: Column<{ sort_number: number }> = {
  key: 'sort_number',
  title: 'Place',
  align: 'right',
  width: 100,
  role: 'secondary',
  isSortable: true,
  cell: (row) => row.sort_number,
}

export const changedColumn: Column<{ updated_at: string }> = {
  key: 'updated_at',
  title: 'Changed',
  width: 150,
  role: 'secondary',
  isSortable: true,
  cell: ({ updated_at: at }) => <DateText value={at} />,
}

/** How many records of a sort use the row's. */
export const usesColumn = (by: Use['by'], title: string, role?: 'secondary'): Column<{ used_by: readonly Use[] }> => ({
  key: by,
  title,
  align: 'right',
  width: 110,
  ...(role && { role }),
  cell: ({ used_by: uses }) => (uses.find((use) => use.by === by)?.count ?? 0).toLocaleString('en-US'),
})
