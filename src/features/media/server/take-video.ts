import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { extensionOf } from '#kernel/uploads/uploads.ts'
import { afterCommit, type Tx } from '#platform/db/db.ts'
import { VIDEO_HEAD, videoTypeOf } from '#platform/files/content-check.ts'
import { requireStorage } from '#platform/files/portal-storage.ts'
import { ownerOf } from '#platform/files/tus/owner.ts'
import type { Services } from '#platform/services.ts'

/**
 * Uploads are named by 32 hexadecimal digits. The file of the library has them in its uuid, of version 8 (RFC 9562), so
 * that an upload is taken once.
 */
const uuidOf = (uploadId: string): string | null => {
  const digits = /^([\da-f]{8})([\da-f]{4})[\da-f]([\da-f]{3})[\da-f]([\da-f]{3})([\da-f]{12})$/.exec(uploadId)
  if (!digits) return null
  const [, first, second, third, fourth, last] = digits
  return `${first}-${second}-8${third}-8${fourth}-${last}`
}

/**
 * Makes a file of the library of a video that its uploader has sent in parts (UPL-045), and answers its uuid. The same upload is
 * taken once, however often this is asked for. Throws `not_found` for an upload of somebody else or one that is gone, and
 * `file_wrong_format` for content that is not what the name says.
 */
export const takeVideo = async (
  tx: Tx,
  ctx: SignedIn,
  { files, uploads }: Pick<Services, 'files' | 'uploads'>,
  uploadId: string,
): Promise<string> => {
  const uuid = uuidOf(uploadId)
  if (!uuid) throw fail('not_found')
  const portal_id = ctx.portal.id
  // The first call also removes the upload, which another one may be reading.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`video:${uuid}`}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('media')
    .select('id')
    .where('portal_id', '=', portal_id)
    .where('uuid', '=', uuid)
    .where('user_id', '=', ctx.viewer.user_id)
    .executeTakeFirst()
  if (known) return uuid
  const upload = await uploads.find(uploadId)
  if (!upload || upload.owner !== ownerOf(portal_id, ctx.viewer.user_id)) throw fail('not_found')
  const { filename: name, size } = upload
  const mimeType = await videoTypeOf(name, await uploads.head(uploadId, VIDEO_HEAD))
  if (!mimeType) throw fail('file_wrong_format', { field: 'file', params: { name } })
  await requireStorage(tx, portal_id, size, 'file')
  // The same place for the same upload: a try that is broken off leaves nothing that another one does not replace.
  const key = `materials/${portal_id}/${uuid}.${extensionOf(name)}`
  await uploads.copyTo(files, key, uploadId)
  await tx
    .insertInto('media')
    .values({
      ...{ portal_id, uuid, name, size, key, type: 'video', mime_type: mimeType },
      user_id: ctx.viewer.user_id,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['portal_id', 'uuid']).doNothing())
    .execute()
  afterCommit(tx, () => void uploads.release(uploadId).catch(() => {}))
  return uuid
}
