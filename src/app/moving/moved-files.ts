// The files of a portal that comes in. They are stored before the rows are committed; a marker in the storage names them until
// then, so that the next import removes what a killed one has left.
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { z } from '#kernel/schema.ts'
import type { Files } from '#platform/files/files.ts'
import { inParallel } from '#platform/parallel.ts'
import { type Archive, filePart } from './archive.ts'
import { type Move, moveFileKey } from './references.ts'

const MARKERS = 'portal-imports'
const markerOf = (portalId: number): string => `${MARKERS}/${portalId}.json`
const Marker = z.object({ portal_id: z.number(), keys: z.array(z.string()) })

/** Names the files that are about to be stored. */
export const setMarker = (files: Files, move: Move, keys: readonly string[]): Promise<void> =>
  files.put(
    markerOf(move.portal.to),
    JSON.stringify({ portal_id: move.portal.to, keys: keys.map((key) => moveFileKey(key, move)) }),
  )

export const forgetMarker = (files: Files, { portal }: Move): Promise<void> => files.delete(markerOf(portal.to))

export const bringFiles = (files: Files, archive: Archive, move: Move): Promise<void> =>
  inParallel(archive.manifest.files, async (file) =>
    files.put(moveFileKey(file.key, move), await archive.open(filePart(file.key), file)),
  )

/** Removes what was stored of a portal that does not come in. */
export const removeFiles = async (files: Files, move: Move, keys: readonly string[]): Promise<void> => {
  await inParallel(keys, (key) => files.delete(moveFileKey(key, move)))
  await forgetMarker(files, move)
}

/** Removes the files of imports that were killed. Runs under the lock of imports, so that none of them is under way. */
export const clearLeftovers = async (files: Files, client: pg.Client): Promise<void> => {
  const markers: string[] = []
  for await (const { key } of files.list(MARKERS)) markers.push(key)
  for (const key of markers) {
    const { portal_id, keys } = z.parse(Marker, JSON.parse(await text(await files.get(key))))
    const { rowCount } = await client.query('select from portals where id = $1', [portal_id])
    if (!rowCount) await inParallel(keys, (each) => files.delete(each))
    await files.delete(key)
  }
}
