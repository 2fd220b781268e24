import { sql } from 'kysely'
import { fail } from '#kernel/errors.ts'
import { formatFileSize } from '#kernel/format.ts'
import { UPLOAD_MAX_SIZE } from '#kernel/uploads/uploads.ts'
import { type Db, dbOf, type Tx } from '../db/db.ts'

/** What a portal's files take, and how much they may take, in bytes. */
export type PortalStorage = { used: number; quota: number }

const defaults = new WeakMap<Db, number>()

/** Sets the limit of portals without their own quota. */
export const setDefaultQuota = (db: Db, bytes: number): void => void defaults.set(db, bytes)

/** What the files of a portal take and may take (UPL-039). */
export const storageOf = async (tx: Tx, portalId: number): Promise<PortalStorage> => {
  const { rows } = await sql<{ used: string; quota: string | null }>`
    select portal_storage_used(${portalId}) as used, (select storage_quota from portals where id = ${portalId}) as quota
  `.execute(tx)
  const { used = 0, quota = null } = rows[0] ?? {}
  return {
    used: Number(used),
    quota: quota === null ? (defaults.get(dbOf(tx)) ?? Number.MAX_SAFE_INTEGER) : Number(quota),
  }
}

/** The sentence for a file that a portal has no room for; it says what is used and left. */
export const quotaText = ({ used, quota }: PortalStorage, bytes: number): string =>
  `This file needs ${formatFileSize(bytes)}, but the portal has ${formatFileSize(Math.max(0, quota - used))} left: it uses ${formatFileSize(used)} of its ${formatFileSize(quota)}. Nothing was uploaded. Delete packages that nobody uses, or ask for more storage.`

/** Single uploads that may be written at the same time without looking at each other. */
const SLACK = 32 * UPLOAD_MAX_SIZE

/**
 * Refuses a file that the portal has no room for (UPL-039). Near the quota the uploads of a portal wait for each other, so
 * that together they do not pass it.
 */
export const requireStorage = async (tx: Tx, portalId: number, bytes: number, field?: string): Promise<void> => {
  let storage = await storageOf(tx, portalId)
  if (storage.used + bytes + SLACK > storage.quota) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`storage:${portalId}`}, 0))`.execute(tx)
    storage = await storageOf(tx, portalId)
  }
  if (storage.used + bytes > storage.quota)
    throw fail('storage_quota_reached', { message: quotaText(storage, bytes), ...(field && { field }) })
}
