import { loadShownPeople } from '#features/accounts/server/api.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import type { AnyBlock } from '../rules/blocks.ts'
import type { findPage, PageRow } from './store.ts'
import type { MadeBy } from './version-store.ts'

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

type SiteRow = Omit<NonNullable<Awaited<ReturnType<typeof findPage>>>, 'named'>

/** A page as visitors read it. */
export const presentSitePage = (row: SiteRow, components: AnyBlock[]) => ({
  ...row,
  publication_status: status(row),
  components,
})

type Version = { made_by: string; created_by: number | null }
/** Versions with the names of who made them. */
export const presentVersions = async <V extends Version>(tx: Tx, portalId: number, versions: readonly V[]) => {
  const authors = await loadShownPeople(
    tx,
    portalId,
    versions.flatMap(({ created_by: by }) => by ?? []),
  )
  return versions.map((version) => ({
    ...version,
    made_by: version.made_by as MadeBy,
    created_by: authors.get(version.created_by ?? 0) ?? null,
  }))
}
