import { sql } from 'kysely'
import { loadLibraryPictures, storeMaterial } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'

/** A picture of a file that has passed the checks of uploads and waits to be taken into the library under its uuid. */
export type WaitingPicture = { uuid: string; name: string; mime_type: string; extension: string; bytes: Buffer }

/** Uuids for pictures that texts name before they are in the library. */
export const newUuids = async (db: Db, portalId: number, count: number): Promise<string[]> => {
  if (count === 0) return []
  const { rows } = await db.withPortal(portalId, (tx) =>
    sql<{ uuid: string }>`select uuidv7()::text as uuid from generate_series(1, ${count}::int)`.execute(tx),
  )
  return rows.map(({ uuid }) => uuid)
}

export const insertWaiting = async (
  tx: Tx,
  portalId: number,
  importId: number,
  pictures: readonly WaitingPicture[],
): Promise<void> => {
  for (const picture of pictures)
    await tx
      .insertInto('question_import_pictures')
      .values({ ...picture, name: picture.name.slice(0, 255), portal_id: portalId, import_id: importId })
      .execute()
}

export const waitingUuids = async (tx: Tx, portalId: number, importId: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('question_import_pictures')
    .select('uuid')
    .where('portal_id', '=', portalId)
    .where('import_id', '=', importId)
    .execute()
  return rows.map(({ uuid }) => uuid)
}

const dropWaiting = async (tx: Tx, portalId: number, importId: number): Promise<void> => {
  await tx
    .deleteFrom('question_import_pictures')
    .where('portal_id', '=', portalId)
    .where('import_id', '=', importId)
    .execute()
}

/**
 * Takes the pictures that the added questions show into the library; the others are let go with them. Answers where the bytes
 * were put, for a caller that cannot finish.
 */
export const takeWaiting = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  importId: number,
  shown: readonly string[],
): Promise<string[]> => {
  const keys: string[] = []
  try {
    const there = new Set((await loadLibraryPictures(tx, ctx.portal.id, shown)).map(({ uuid }) => uuid))
    for (const uuid of shown.filter((one) => !there.has(one))) {
      const picture = await tx
        .selectFrom('question_import_pictures')
        .select(['uuid', 'name', 'mime_type', 'extension', 'bytes'])
        .where('portal_id', '=', ctx.portal.id)
        .where('import_id', '=', importId)
        .where('uuid', '=', uuid)
        .executeTakeFirst()
      if (picture) keys.push((await storeMaterial(tx, ctx, files, picture)).key)
    }
    await dropWaiting(tx, ctx.portal.id, importId)
    return keys
  } catch (error) {
    await letGo(files, keys)
    throw error
  }
}

/** Removes bytes whose rows are rolled back. */
export const letGo = async (files: Files, keys: readonly string[]): Promise<void> => {
  await Promise.all(keys.map((key) => files.delete(key)))
}
