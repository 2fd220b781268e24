import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { publicUrl, uuidOfUrl } from './public-files.ts'

const COLUMNS = ['id', 'uuid', 'name', 'type', 'mime_type', 'size', 'key'] as const

/** Files of a portal's courses by id, as another portal receives them; deleted ones are still found by those that use them. */
export const loadSharedFiles = async (tx: Tx, portalId: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('media')
        .select(COLUMNS)
        .where('portal_id', '=', portalId)
        .where('id', 'in', [...ids])
        .execute()

export type SharedFile = Awaited<ReturnType<typeof loadSharedFiles>>[number]

type NewRow = Omit<SharedFile, 'id'> & { is_public: boolean }

const insertReceived = async (tx: Tx, portalId: number, files: readonly NewRow[], now: Date) => {
  await tx
    .insertInto('media')
    .values(
      files.map((file) => ({ ...file, portal_id: portalId, is_received: true, is_attachment: true, created_at: now })),
    )
    .onConflict((conflict) => conflict.columns(['portal_id', 'uuid']).doUpdateSet({ deleted_at: null }))
    .execute()
}

/**
 * Gives a portal the files of a shared course: rows of its own that are in no library, with the bytes where they are. Answers
 * the portal's ids by the source's.
 */
export const receiveFiles = async (
  tx: Tx,
  portalId: number,
  files: readonly SharedFile[],
  now: Date,
): Promise<Map<number, number>> => {
  if (files.length === 0) return new Map()
  const rows = files.map(({ id: _, ...file }) => ({ ...file, is_public: false }))
  await insertReceived(tx, portalId, rows, now)
  const stored = await tx
    .selectFrom('media')
    .select(['id', 'uuid'])
    .where('portal_id', '=', portalId)
    .where(
      'uuid',
      'in',
      files.map(({ uuid }) => uuid),
    )
    .execute()
  const own = new Map(stored.map(({ id, uuid }) => [uuid, id]))
  return new Map(files.map(({ id, uuid }) => [id, own.get(uuid) as number]))
}

/**
 * Gives a portal public pictures of a shared course under their addresses, and answers those that are still there. Somebody
 * who removes one meanwhile waits, and then sees that it is kept here.
 */
export const receivePictures = async (
  tx: Tx,
  { from, to, now }: { from: number; to: number; now: Date },
  urls: readonly (string | null)[],
): Promise<Set<string>> => {
  const byUuid = new Map(urls.flatMap((url) => (uuidOfUrl(url) && url ? [[uuidOfUrl(url) as string, url]] : [])))
  if (byUuid.size === 0) return new Set()
  const files = await overAllPortals(tx, () =>
    tx
      .selectFrom('media')
      .select(COLUMNS)
      .where('portal_id', '=', from)
      .where('uuid', 'in', [...byUuid.keys()])
      .where('is_public', '=', true)
      .where('deleted_at', 'is', null)
      .forShare()
      .execute(),
  )
  const rows = files.map(({ id: _, ...file }) => ({ ...file, is_public: true }))
  if (rows.length > 0) await insertReceived(tx, to, rows, now)
  return new Set(files.flatMap(({ uuid }) => byUuid.get(uuid) ?? []))
}

/**
 * Gives a portal the public pictures under these addresses that other portals have and it has not; they stay when the
 * others remove theirs. Other addresses are left alone.
 */
export const takePictures = async (
  tx: Tx,
  { portal_id: to, now }: { portal_id: number; now: Date },
  urls: readonly (string | null)[],
): Promise<void> => {
  const uuids = [...new Set(urls.flatMap((url) => uuidOfUrl(url) ?? []))]
  if (uuids.length === 0) return
  const files = await overAllPortals(tx, () =>
    tx
      .selectFrom('media')
      .select(['uuid', 'portal_id'])
      .distinctOn('uuid')
      .where('uuid', 'in', uuids)
      .where('is_public', '=', true)
      .where('deleted_at', 'is', null)
      // The portal's own first, and then nothing is to be taken.
      .orderBy('uuid')
      .orderBy(({ eb }) => eb('portal_id', '=', to), 'desc')
      .execute(),
  )
  for (const from of new Set(files.map(({ portal_id }) => portal_id).filter((id) => id !== to)))
    await receivePictures(
      tx,
      { from, to, now },
      files.filter(({ portal_id }) => portal_id === from).map(({ uuid }) => publicUrl(uuid)),
    )
}
