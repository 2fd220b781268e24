import type { IntegrationStatus } from '#kernel/product/integration.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { publish } from '#platform/live/publish.ts'
import { IMPORT_UPDATED } from '../contract.ts'
import { percentOfImport } from '../rules/import.ts'

const COLUMNS = [
  'id',
  'portal_id',
  'uuid',
  'user_id',
  'upload_id',
  'file_name',
  'course_id',
  'status',
  'failures',
  'job_id',
  'title',
  'error',
  'created_at',
] as const

type Reach = { portal_id: number; user_id: number | null }

/** For partners their own imports, for everyone else who edits courses those of the portal. */
const within = (tx: Tx, { portal_id, user_id }: Reach) => {
  const query = tx.selectFrom('cloud_scorm_imports').select(COLUMNS).where('portal_id', '=', portal_id)
  return user_id === null ? query : query.where('user_id', '=', user_id)
}

export type ImportRow = Awaited<ReturnType<ReturnType<typeof within>['executeTakeFirstOrThrow']>>

export const findImport = async (tx: Tx, reach: Reach, id: number): Promise<ImportRow | null> =>
  (await within(tx, reach).where('id', '=', id).executeTakeFirst()) ?? null

/** As `findImport`, and locked until the transaction ends. */
export const lockImport = async (tx: Tx, reach: Reach, id: number): Promise<ImportRow | null> =>
  (await within(tx, reach).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null

type ListQuery = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  status?: IntegrationStatus | undefined
  upload_id?: string | undefined
}

export const listImports = (tx: Tx, reach: Reach, query: ListQuery) => {
  let selected = within(tx, reach)
  if (query.status) selected = selected.where('status', '=', query.status)
  if (query.upload_id) selected = selected.where('upload_id', '=', query.upload_id)
  if (query.search) selected = selected.where(textHolds(['file_name', 'title'], query.search))
  // Ids grow with the time of creation.
  return keysetPage(selected, { ...query, keys: [] })
}

/** An import as its author sees it; the id of the course only once it is there. */
export const presentImport = (row: ImportRow) => ({
  id: row.id,
  uuid: row.uuid,
  upload_id: row.upload_id,
  file_name: row.file_name,
  status: row.status as IntegrationStatus,
  percent: percentOfImport(row.status, row.job_id !== null),
  error: row.error,
  title: row.title,
  course_id: row.status === 'SUCCESS' ? row.course_id : null,
  created_at: row.created_at,
})

/** Tells anyone who follows the import how it stands (SCO-031). */
export const tellImport = (tx: Tx, row: ImportRow): Promise<void> =>
  publish(tx, { channel: `cloud-scorm-progress.${row.uuid}`, event: IMPORT_UPDATED, data: presentImport(row) })

/** Notes an uploaded archive, once for each upload; null when it was noted before. */
export const insertImport = async (
  tx: Tx,
  values: { portal_id: number; user_id: number; upload_id: string; file_name: string; created_at: Date },
): Promise<ImportRow | null> =>
  (await tx
    .insertInto('cloud_scorm_imports')
    .values({ ...values, course_id: `portico-${values.portal_id}-${values.upload_id}` })
    .onConflict((conflict) => conflict.columns(['portal_id', 'upload_id']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()) ?? null

export type ImportChange = {
  status: IntegrationStatus
  failures?: number
  job_id?: string | null
  title?: string | null
  error?: string | null
}

/** Saves the state of an import and announces it. */
export const updateImport = async (
  tx: Tx,
  at: { portal_id: number; id: number },
  change: ImportChange,
  now: Date,
): Promise<ImportRow> => {
  const row = await tx
    .updateTable('cloud_scorm_imports')
    .set({ error: null, ...change, updated_at: now })
    .where('portal_id', '=', at.portal_id)
    .where('id', '=', at.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await tellImport(tx, row)
  return row
}
