import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import type { ScormItem, ScormManifest } from '../../rules/manifest.ts'

export type PackageStatus = 'NOT_STARTED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'TEMPORARY_FAILURE'

/** What is kept of a manifest: its items, and the folder in the package to which their addresses are relative. */
export type StoredOutline = { base: string; items: ScormItem[] }

export type PackageRow = {
  id: number
  portal_id: number
  uuid: string
  file_name: string
  status: PackageStatus
  progress: number
  error: string | null
  version: string | null
  title: string | null
  entry: string | null
  files_count: number | null
  size: number | null
  /** What was assumed where the manifest says nothing. */
  notes: string[]
  upload_id: string | null
  user_id: number | null
  created_at: Date
}

const COLUMNS = [
  'id',
  'portal_id',
  'uuid',
  'file_name',
  'status',
  'progress',
  'error',
  'version',
  'title',
  'entry',
  'files_count',
  'size',
  'notes',
  'upload_id',
  'user_id',
  'created_at',
] as const

/** True for a package that a course module plays or that has been played. */
const isUsed = sql<boolean>`(
  exists (select 1 from scorm_modules m where m.portal_id = scorm_packages.portal_id and m.scorm_id = scorm_packages.id)
  or exists (select 1 from scorm_attempts a where a.portal_id = scorm_packages.portal_id and a.package_id = scorm_packages.id)
)`

type Reach = { portal_id: number; user_id: number | null }

/** For partners their own packages, for everyone else all of the portal (UPL-008 of packages); none that came with a shared course. */
const within = (tx: Tx, { portal_id, user_id }: Reach) => {
  const query = tx.selectFrom('scorm_packages').where('portal_id', '=', portal_id).where('is_received', '=', false)
  return user_id === null ? query : query.where('user_id', '=', user_id)
}

type Listed = PackageRow & { is_used: boolean }

export const listPackages = async (
  tx: Tx,
  reach: Reach,
  query: {
    cursor?: string | undefined
    per_page: number
    sort: string
    search?: string | undefined
    status?: PackageStatus | undefined
    upload_id?: string | undefined
  },
) => {
  let selected = within(tx, reach).select(COLUMNS).select(isUsed.as('is_used'))
  if (query.status) selected = selected.where('status', '=', query.status)
  if (query.upload_id) selected = selected.where('upload_id', '=', query.upload_id)
  if (query.search) selected = selected.where(textHolds(['file_name', 'title'], query.search))
  // Ids grow with the time of creation.
  const { data, meta } = await keysetPage(selected, {
    cursor: query.cursor,
    per_page: query.per_page,
    sort: query.sort,
    keys: [],
  })
  return { data: data as Listed[], meta }
}

export const findPackage = async (
  tx: Tx,
  reach: Reach,
  id: number,
): Promise<(Listed & { outline: StoredOutline | null }) | null> =>
  ((await within(tx, reach)
    .select(COLUMNS)
    .select('outline')
    .select(isUsed.as('is_used'))
    .where('id', '=', id)
    .executeTakeFirst()) as (Listed & { outline: StoredOutline | null }) | undefined) ?? null

/** Notes an uploaded archive, once for each upload; answers the id, or null when it was noted before (UPL-020). */
export const insertPackage = async (
  tx: Tx,
  values: { portal_id: number; file_name: string; upload_id: string | null; user_id: number | null; created_at: Date },
): Promise<{ id: number; uuid: string } | null> =>
  (await tx
    .insertInto('scorm_packages')
    .values({ ...values, status: 'PENDING' })
    .onConflict((conflict) => conflict.columns(['portal_id', 'upload_id']).doNothing())
    .returning(['id', 'uuid'])
    .executeTakeFirst()) ?? null

export type PackageChange =
  | { status: 'PENDING'; progress: number }
  | { status: 'FAILED' | 'TEMPORARY_FAILURE'; error: string }
  | {
      status: 'SUCCESS'
      manifest: Pick<ScormManifest, 'version' | 'title' | 'items' | 'entry' | 'notes'>
      base: string
      files_count: number
      size: number
    }

const valuesOf = (change: PackageChange) => {
  if (change.status === 'PENDING') return { status: change.status, progress: change.progress, error: null }
  if (change.status !== 'SUCCESS') return { status: change.status, progress: 0, error: change.error }
  const { manifest, base, files_count, size, status } = change
  const outline: StoredOutline = { base, items: manifest.items }
  return {
    status,
    progress: 100,
    error: null,
    version: manifest.version,
    title: manifest.title,
    entry: manifest.entry,
    notes: manifest.notes,
    outline: JSON.stringify(outline),
    files_count,
    size,
  }
}

/** Writes how the unpacking stands; a package that is finished stays as it is. False when nothing was changed. */
export const updatePackage = async (
  tx: Tx,
  at: { portal_id: number; id: number },
  change: PackageChange,
): Promise<boolean> => {
  const updated = await tx
    .updateTable('scorm_packages')
    .set(valuesOf(change))
    .where('portal_id', '=', at.portal_id)
    .where('id', '=', at.id)
    .where('status', 'not in', ['SUCCESS', 'FAILED'])
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Deletes a package unless somebody uses it; answers what of it is left on the disk, or null. */
export const deletePackageRow = async (
  tx: Tx,
  at: { portal_id: number; id: number },
): Promise<{ uuid: string; upload_id: string | null } | null> =>
  (await tx
    .deleteFrom('scorm_packages')
    .where('portal_id', '=', at.portal_id)
    .where('id', '=', at.id)
    .where(sql<boolean>`not ${isUsed}`)
    .returning(['uuid', 'upload_id'])
    .executeTakeFirst()) ?? null

/** Packages of all portals that were uploaded before `before` and that nobody uses, oldest first. */
export const findForgotten = (tx: Tx, before: Date, limit: number): Promise<{ id: number; portal_id: number }[]> =>
  tx
    .selectFrom('scorm_packages')
    .select(['id', 'portal_id'])
    .where('created_at', '<', before)
    .where(sql<boolean>`not ${isUsed}`)
    .orderBy('id')
    .limit(limit)
    .execute()

/** The outline of a playable package by its uuid, or null. */
export const findOutline = async (tx: Tx, portalId: number, uuid: string): Promise<StoredOutline | null> => {
  const row = await tx
    .selectFrom('scorm_packages')
    .select('outline')
    .where('portal_id', '=', portalId)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return (row?.outline as StoredOutline | null | undefined) ?? null
}

/** Packages by id, with what they call themselves and their outline. */
export const loadPackages = async (tx: Tx, portalId: number, ids: readonly number[]) => {
  const rows = await tx
    .selectFrom('scorm_packages')
    .select(['id', 'uuid', 'title', 'file_name', 'version', 'status', 'error', 'entry', 'outline'])
    .where('portal_id', '=', portalId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, status: row.status as PackageStatus, outline: row.outline as StoredOutline | null },
    ]),
  )
}

/** True while a portal has the package; the caller looks at all of them. */
export const isPackageKept = async (tx: Tx, uuid: string): Promise<boolean> =>
  (await tx.selectFrom('scorm_packages').select('id').where('uuid', '=', uuid).limit(1).executeTakeFirst()) !==
  undefined

const SHARED_COLUMNS = ['file_name', 'version', 'title', 'entry', 'notes', 'outline', 'files_count', 'size'] as const

/** Packages of a portal that can be played, as another portal receives them with a course. */
export const loadSharedPackages = async (tx: Tx, portalId: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('scorm_packages')
        .select(['id', 'uuid', ...SHARED_COLUMNS])
        .where('portal_id', '=', portalId)
        .where('id', 'in', [...ids])
        .where('status', '=', 'SUCCESS')
        .execute()

export type SharedPackage = Awaited<ReturnType<typeof loadSharedPackages>>[number]

/** Gives a portal packages of a shared course; their files stay where they are. Answers the portal's ids by the source's. */
export const receivePackages = async (
  tx: Tx,
  portalId: number,
  packages: readonly SharedPackage[],
  now: Date,
): Promise<Map<number, number>> => {
  if (packages.length === 0) return new Map()
  const values = packages.map(({ id: _, outline, ...row }) => ({
    ...row,
    outline: JSON.stringify(outline),
    portal_id: portalId,
    status: 'SUCCESS',
    progress: 100,
    is_received: true,
    created_at: now,
  }))
  await tx
    .insertInto('scorm_packages')
    .values(values)
    .onConflict((conflict) => conflict.columns(['portal_id', 'uuid']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('scorm_packages')
    .select(['id', 'uuid'])
    .where('portal_id', '=', portalId)
    .where(
      'uuid',
      'in',
      packages.map(({ uuid }) => uuid),
    )
    .execute()
  const own = new Map(rows.map(({ id, uuid }) => [uuid, id]))
  return new Map(packages.map(({ id, uuid }) => [id, own.get(uuid) as number]))
}
