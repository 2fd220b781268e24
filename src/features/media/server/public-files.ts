import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type ErrorCode, fail } from '#kernel/errors.ts'
import { PUBLIC_MEDIA } from '#kernel/uploads/picture-widths.ts'
import type { UploadRefusalCode, UploadRule } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { checkContent } from '#platform/files/content-check.ts'
import { FileNotFound, type Files } from '#platform/files/files.ts'
import { forgetFiles } from '#platform/files/forgotten.ts'
import { requireStorage } from '#platform/files/portal-storage.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { addFile, type Owner } from './store.ts'

export type PublicFile = { uuid: string; name: string; mime_type: string; size: number; key: string }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const COLUMNS = ['uuid', 'name', 'mime_type', 'size', 'key'] as const

/** The address of a public file, the same on every portal. */
export const publicUrl = (uuid: string): string => `${PUBLIC_MEDIA}${uuid}`

/** The uuid of an address made by `publicUrl`, or null for every other address. */
export const uuidOfUrl = (url: string | null): string | null => {
  const uuid = url?.startsWith(PUBLIC_MEDIA) ? url.slice(PUBLIC_MEDIA.length) : ''
  return UUID.test(uuid) ? uuid : null
}

const CODES = {
  invalidFileFormat: 'file_wrong_format',
  invalidFileSize: 'file_wrong_size',
  invalidFileDimensions: 'file_wrong_dimensions',
  heicPicture: 'file_heic_picture',
  otherPicture: 'file_other_picture',
  damagedPicture: 'file_damaged_picture',
  tooManyPixels: 'file_too_many_pixels',
} as const satisfies Record<UploadRefusalCode, ErrorCode>

/** The one file of an upload, checked by name, size and content (UPL-016), a picture written again; throws the catalog's texts for `field`. */
export const requireUpload = async (uploads: readonly UploadedFile[], field: string, rule: UploadRule) => {
  const [upload, ...others] = uploads
  if (!upload || others.length > 0) throw fail('upload_no_file', { field })
  const { file, refusal } = await checkContent(upload, rule)
  if (refusal) throw fail(CODES[refusal.code] as ErrorCode, { field, message: refusal.message })
  return file
}

/** Stores a checked file for everyone and returns its address; a row that cannot be written leaves no bytes behind. */
export const storePublicFile = async (
  tx: Tx,
  ctx: Owner,
  files: Files,
  file: { name: string; bytes: Buffer; extension: string; mime_type: string },
  about: { is_personal?: boolean; copied_from?: number | null } = {},
): Promise<string> => {
  await requireStorage(tx, ctx.portal.id, file.bytes.length, 'file')
  const key = `media/${ctx.portal.id}/${randomUUID()}.${file.extension}`
  await files.put(key, file.bytes)
  try {
    const { uuid } = await addFile(tx, ctx, { ...file, ...about, key, type: 'img', is_public: true })
    return publicUrl(uuid)
  } catch (error) {
    await files.delete(key)
    throw error
  }
}

/**
 * Another public file with the same bytes, and its address; each of the two is removed on its own. An address that is none of
 * the portal's files stays the same, and null where the file is gone.
 */
export const copyPublicFile = async (tx: Tx, ctx: Owner, files: Files, url: string | null): Promise<string | null> => {
  const uuid = uuidOfUrl(url)
  if (!uuid) return url
  const file = await publicFile(tx, uuid)
    .select(['id', 'copied_from'])
    .where('portal_id', '=', ctx.portal.id)
    .executeTakeFirst()
  const bytes = file && (await readStoredFile(tx, files, ctx.portal.id, uuid))
  if (!file || !bytes) return null
  const { name, mime_type, key } = file
  const copy = { name, bytes, mime_type, extension: key.split('.').at(-1) ?? '' }
  return storePublicFile(tx, ctx, files, copy, { copied_from: file.copied_from ?? file.id })
}

/** Where the narrower versions of a public picture are kept. */
export const narrowFolder = (uuid: string): string => `narrow-pictures/${uuid}`

/**
 * Removes a public file of the portal from its address; its bytes are deleted when the transaction commits. Other
 * addresses are left alone.
 */
export const removePublicFile = async (tx: Tx, ctx: Owner, url: string | null): Promise<void> => {
  const uuid = uuidOfUrl(url)
  if (!uuid) return
  const row = await tx
    .updateTable('media')
    .set({ deleted_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('uuid', '=', uuid)
    .where('is_public', '=', true)
    .where('deleted_at', 'is', null)
    .returning(['id', 'key'])
    .executeTakeFirst()
  if (!row) return
  // What was copied from it stays, and the library lists it on its own.
  await tx
    .updateTable('media')
    .set({ copied_from: null })
    .where('portal_id', '=', ctx.portal.id)
    .where('copied_from', '=', row.id)
    .execute()
  // With the file go those that it once took the place of.
  const former = await tx
    .selectFrom('media')
    .select('uuid')
    .where('portal_id', '=', ctx.portal.id)
    .where('replaced_by', '=', row.id)
    .execute()
  for (const { uuid } of former) await removePublicFile(tx, ctx, publicUrl(uuid))
  // The picture of a shared course stays for the portals that have it.
  if (await overAllPortals(tx, () => publicFile(tx, uuid).executeTakeFirst())) return
  await forgetFiles(tx, { keys: [row.key], folders: [narrowFolder(uuid)] })
}

const publicFile = (tx: Tx, uuid: string) =>
  tx
    .selectFrom('media')
    .select(COLUMNS)
    .where('uuid', '=', uuid)
    .where('is_public', '=', true)
    .where('deleted_at', 'is', null)

/**
 * The public file of a uuid, or null. One of another portal is found as well: a super admin's list of portals shows
 * their logos, and a shared course its cover.
 */
export const findPublicFile = async (tx: Tx, portalId: number, uuid: string): Promise<PublicFile | null> => {
  if (!UUID.test(uuid)) return null
  const own = await publicFile(tx, uuid).where('portal_id', '=', portalId).executeTakeFirst()
  return own ?? (await overAllPortals(tx, () => publicFile(tx, uuid).executeTakeFirst())) ?? null
}

/** The newest public file of this name in a portal, whichever the call acts in, or null. */
export const findPublicFileNamed = async (tx: Tx, portalId: number, name: string): Promise<PublicFile | null> =>
  (await overAllPortals(tx, () =>
    tx
      .selectFrom('media')
      .select(COLUMNS)
      .where('portal_id', '=', portalId)
      .where('name', '=', name)
      .where('is_public', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )) ?? null

/**
 * The bytes of a file of the portal, from its library or public, by uuid or public address; null when the file no
 * longer exists. For pictures on documents, which are as large as an upload may be.
 */
export const readStoredFile = async (tx: Tx, files: Files, portalId: number, file: string): Promise<Buffer | null> => {
  const uuid = uuidOfUrl(file) ?? file
  if (!UUID.test(uuid)) return null
  const row = await tx
    .selectFrom('media')
    .select('key')
    .where('portal_id', '=', portalId)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  if (!row) return null
  return files.get(row.key).then(buffer, (error: unknown) => {
    if (error instanceof FileNotFound) return null
    throw error
  })
}
