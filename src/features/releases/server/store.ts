import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/db-types.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { ReleaseValue } from '#platform/pages/releasable.ts'
import { RELEASE_KINDS, type ReleaseKind, type ReleaseStatus } from '../rules/releases.ts'

const COLUMNS = [
  'id',
  'name',
  'status',
  'publish_at',
  'problem',
  'created_at',
  'created_by',
  'published_at',
  'published_by',
  'rolled_back_at',
  'rolled_back_by',
] as const

const own = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('releases')
    .select(COLUMNS)
    .select(
      sql<number>`(select count(*)::int from release_items i
        where i.portal_id = releases.portal_id and i.release_id = releases.id)`.as('items_count'),
    )
    .where('portal_id', '=', portalId)

export type ReleaseRow = NonNullable<Awaited<ReturnType<typeof loadRelease>>>
export type ItemRow = {
  kind: ReleaseKind
  record_id: number
  title: string
  value: ReleaseValue
  base: ReleaseValue
  former: ReleaseValue | null
  picked_at: Date
  picked_by: number | null
}

/** The release with this id, or null; with `isLocked` nobody else changes it until the transaction ends. */
export const loadRelease = async (tx: Tx, portalId: number, id: number, isLocked = false) => {
  if (isLocked)
    await tx
      .selectFrom('releases')
      .select('id')
      .where('portal_id', '=', portalId)
      .where('id', '=', id)
      .forUpdate()
      .execute()
  return (await own(tx, portalId).where('id', '=', id).executeTakeFirst()) ?? null
}

export const listReleases = (tx: Tx, portalId: number, { status, search, ...request }: ListRequest) => {
  let query = own(tx, portalId)
  if (status) query = query.where('status', '=', status)
  if (search) query = query.where('name', 'ilike', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
  return keysetPage(query, { ...request, keys: [] })
}
type ListRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  status?: ReleaseStatus | undefined
}

export const insertRelease = async (tx: Tx, values: Insertable<DB['releases']>): Promise<number> =>
  (await tx.insertInto('releases').values(values).returning('id').executeTakeFirstOrThrow()).id

export const saveRelease = async (tx: Tx, portalId: number, id: number, values: Updateable<DB['releases']>) => {
  await tx.updateTable('releases').set(values).where('portal_id', '=', portalId).where('id', '=', id).execute()
}

export const removeRelease = async (tx: Tx, portalId: number, id: number) => {
  await tx.deleteFrom('releases').where('portal_id', '=', portalId).where('id', '=', id).execute()
}

/** What a release puts live, always in one order, so that two that do it at once wait for each other. */
export const loadItems = async (tx: Tx, portalId: number, releaseId: number): Promise<ItemRow[]> => {
  const rows = (await tx
    .selectFrom('release_items')
    .select(['kind', 'record_id', 'title', 'value', 'base', 'former', 'picked_at', 'picked_by'])
    .where('portal_id', '=', portalId)
    .where('release_id', '=', releaseId)
    .orderBy('record_id')
    .execute()) as unknown as ItemRow[]
  return rows.toSorted((one, other) => RELEASE_KINDS.indexOf(one.kind) - RELEASE_KINDS.indexOf(other.kind))
}

export const saveItem = async (
  tx: Tx,
  key: { portal_id: number; release_id: number },
  { value, base, ...item }: Omit<ItemRow, 'former'>,
) => {
  const kept = { ...item, value: JSON.stringify(value), base: JSON.stringify(base), former: null }
  await tx
    .insertInto('release_items')
    .values({ ...key, ...kept })
    .onConflict((conflict) => conflict.columns(['portal_id', 'release_id', 'kind', 'record_id']).doUpdateSet(kept))
    .execute()
}

export const removeItem = async (tx: Tx, portalId: number, releaseId: number, kind: ReleaseKind, recordId: number) => {
  await tx
    .deleteFrom('release_items')
    .where('portal_id', '=', portalId)
    .where('release_id', '=', releaseId)
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .execute()
}

/** Remembers what visitors saw before. */
export const saveFormer = async (
  tx: Tx,
  portalId: number,
  releaseId: number,
  item: Pick<ItemRow, 'kind' | 'record_id'>,
  former: ReleaseValue,
) => {
  await tx
    .updateTable('release_items')
    .set({ former: JSON.stringify(former) })
    .where('portal_id', '=', portalId)
    .where('release_id', '=', releaseId)
    .where('kind', '=', item.kind)
    .where('record_id', '=', item.record_id)
    .execute()
}

/** Starts another state of the portal's public site; two releases of a portal follow each other from here on (PGB-053). */
export const countRelease = async (tx: Tx, portalId: number) => {
  await tx.updateTable('portals').set({ release_number: sql`release_number + 1` }).where('id', '=', portalId).execute()
}
