import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { requireStorage } from '#platform/files/portal-storage.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { requireUpload } from './public-files.ts'
import { addFile, type Owner } from './store.ts'

type CheckedFile = { name: string; bytes: Buffer; extension: string; mime_type: string }

/**
 * Stores files that belong to a record and not to the library, each checked by name, size and content (UPL-016), and
 * answers their ids in order. All are checked before the first is stored; rows that cannot be written leave no bytes
 * behind. They are read by `courseFile`.
 */
export const storeAttachments = async (
  tx: Tx,
  ctx: Owner,
  files: Files,
  uploads: readonly UploadedFile[],
  field: string,
): Promise<number[]> => {
  const checked: CheckedFile[] = []
  for (const upload of uploads) checked.push(await requireUpload([upload], field, {}))
  return storeCheckedAttachments(tx, ctx, files, checked, field)
}

/** Like `storeAttachments`, for files that the caller has checked or made. */
export const storeCheckedAttachments = async (
  tx: Tx,
  ctx: Owner,
  files: Files,
  checked: readonly CheckedFile[],
  field: string,
): Promise<number[]> => {
  const size = checked.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > 0) await requireStorage(tx, ctx.portal.id, size, field)
  const keys: string[] = []
  const ids: number[] = []
  try {
    for (const file of checked) {
      const key = `attachments/${ctx.portal.id}/${randomUUID()}.${file.extension}`
      keys.push(key)
      await files.put(key, file.bytes)
      const { id } = await addFile(tx, ctx, { ...file, key, type: 'docs', is_attachment: true })
      ids.push(id)
    }
    return ids
  } catch (error) {
    for (const key of keys) await files.delete(key)
    throw error
  }
}
