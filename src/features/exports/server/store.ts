import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ExportRequest } from './kinds.ts'

const COLUMNS = [
  'id',
  'portal_id',
  'user_id',
  'kind',
  'title',
  'asked',
  'rows',
  'done',
  'status',
  'file_key',
  'file_name',
  'file_size',
  'created_at',
  'ready_at',
  'expires_at',
] as const

/** The most that the dialog lists. */
const MOST_SHOWN = 10

const all = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('exports')
    .select(COLUMNS)
    .$narrowType<{ status: 'waiting' | 'ready' | 'failed' }>()
    .where('portal_id', '=', portalId)

export type ExportRow = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>

export const requestOf = (row: ExportRow): ExportRequest => row.asked as unknown as ExportRequest

/** A person's exports whose time is not over, the newest first. */
export const listOwn = (tx: Tx, portalId: number, userId: number, now: Date): Promise<ExportRow[]> =>
  all(tx, portalId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()

export const findOwn = async (tx: Tx, at: { portal_id: number; user_id: number; id: number }, now: Date) =>
  (await all(tx, at.portal_id)
    .where('user_id', '=', at.user_id)
    .where('id', '=', at.id)
    .where('expires_at', '>', now)
    .executeTakeFirst()) ?? null

export const findExport = async (tx: Tx, portalId: number, id: number): Promise<ExportRow | null> =>
  (await all(tx, portalId).where('id', '=', id).executeTakeFirst()) ?? null

/** The same export that a person waits for already; asking twice makes one file. */
export const findWaiting = async (tx: Tx, kind: string, request: ExportRequest): Promise<ExportRow | null> =>
  (await all(tx, request.portal_id)
    .where('user_id', '=', request.user_id)
    .where('kind', '=', kind)
    .where('status', '=', 'waiting')
    .where(sql<boolean>`asked - 'asked_at' = ${JSON.stringify({ ...request, asked_at: undefined })}::jsonb`)
    .orderBy('id', 'desc')
    .executeTakeFirst()) ?? null

type NewExport = {
  kind: string
  title: string
  rows: number
  request: ExportRequest
  created_at: Date
  expires_at: Date
}

export const insertExport = (tx: Tx, { request, ...values }: NewExport): Promise<ExportRow> =>
  tx
    .insertInto('exports')
    .values({ ...values, portal_id: request.portal_id, user_id: request.user_id, asked: JSON.stringify(request) })
    .returning(COLUMNS)
    .$narrowType<{ status: 'waiting' | 'ready' | 'failed' }>()
    .executeTakeFirstOrThrow()

type ExportedFile = {
  file_key: string
  file_name: string
  file_size: number
  rows: number
  ready_at: Date
  expires_at: Date
}

/** Notes how many rows of an export that is waited for are done. */
export const saveDone = async (tx: Tx, portalId: number, id: number, done: number): Promise<void> => {
  await tx
    .updateTable('exports')
    .set({ done })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/** Notes the file of an export that was waited for; false when somebody else did before. */
export const saveFinished = async (tx: Tx, portalId: number, id: number, made: ExportedFile): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('exports')
    .set({ ...made, status: 'ready' })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Over all portals: takes away the records whose time is over and answers the keys of their files. */
export const takeExpired = async (tx: Tx, now: Date): Promise<string[]> => {
  const rows = await tx.deleteFrom('exports').where('expires_at', '<=', now).returning('file_key').execute()
  return rows.flatMap((row) => row.file_key ?? [])
}

/** Over all portals: gives up what has been waited for since before `since`. */
export const giveUpOld = async (tx: Tx, since: Date): Promise<void> => {
  await tx
    .updateTable('exports')
    .set({ status: 'failed' })
    .where('status', '=', 'waiting')
    .where('created_at', '<', since)
    .execute()
}
