import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { AnyBlock } from '../rules/blocks.ts'
import type { PageRow } from './store.ts'

const status = (row: Pick<PageRow, 'publication_status'>) =>
  (row.publication_status === PUBLICATION.published ? PUBLICATION.published : PUBLICATION.draft) as 1 | 2

/** A row of the list of pages. */
export const presentSummary = <R extends Pick<PageRow, 'publication_status'>>(row: R) => ({
  ...row,
  publication_status: status(row),
})

/** A page in the builder: its components in the form in which they were sent (PGB-003). */
export const presentPage = ({ packed, components, ...row }: PageRow) => ({
  ...row,
  publication_status: status(row),
  components: packed ?? (components as unknown as AnyBlock[]),
})

/** A page as visitors read it. */
export const presentSitePage = ({ packed: _, created_at: _created, ...row }: PageRow, components: AnyBlock[]) => ({
  ...row,
  publication_status: status(row),
  components,
})
