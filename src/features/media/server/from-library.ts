import { accessOf } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type ErrorCode, fail } from '#kernel/errors.ts'
import { checkUpload, extensionOf, type UploadRule } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { readStoredFile, requireUpload, storePublicFile } from './public-files.ts'

/** What a call that stores a picture was sent: a file, or the id of a picture of the library (UPL-057). */
export type SentPicture = { uploads: readonly UploadedFile[]; library_id?: number | undefined }

/** Those who see all pictures of the portal: in the media library, or in that of the course builder. */
const mayChoose = ({ viewer: { current_role: role, toggles } }: SignedIn): boolean =>
  accessOf(role, 'site-content.view', { toggles }) !== 'none' || accessOf(role, 'courses.update', { toggles }) === 'any'

const chosenPicture = async (tx: Tx, ctx: SignedIn, files: Files, id: number, rule: UploadRule, field: string) => {
  if (!mayChoose(ctx)) throw fail('not_enough_permissions')
  const row = await tx
    .selectFrom('media')
    .select(['id', 'uuid', 'name', 'mime_type', 'size'])
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .where('type', '=', 'img')
    .where('deleted_at', 'is', null)
    .where('copied_from', 'is', null)
    .where('replaced_by', 'is', null)
    .where('is_attachment', '=', false)
    .where('is_personal', '=', false)
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  const refusal = checkUpload(row, rule)
  if (refusal) throw fail('file_wrong_format' as ErrorCode, { field, message: refusal.message })
  const bytes = await readStoredFile(tx, files, ctx.portal.id, row.uuid)
  if (!bytes) throw fail('not_found')
  const { name, mime_type } = row
  return { name, mime_type, bytes, extension: extensionOf(name) }
}

/**
 * Stores the picture that a call was sent for a public page, and returns its address. One of the library is copied, so that
 * each of the two is removed on its own; the copy counts as its original in uses and replacements (UPL-056).
 */
export const storePicture = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  { uploads, library_id: id }: SentPicture,
  rule: UploadRule,
  field = 'file',
): Promise<string> => {
  if (id === undefined) return storePublicFile(tx, ctx, files, await requireUpload(uploads, field, rule))
  return storePublicFile(tx, ctx, files, await chosenPicture(tx, ctx, files, id, rule, field), { copied_from: id })
}
