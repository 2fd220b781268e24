import type { Uploads } from './uploads.ts'

/**
 * Where the bytes of a complete upload are, or null. Its record may not say yet that it is complete while it is handed
 * over.
 */
export const findBytes = async (uploads: Uploads, uploadId: string | null): Promise<string | null> => {
  const record = uploadId === null ? undefined : await uploads.records.read(uploadId)
  if (!record || record.released_at || record.size === undefined) return null
  return (await uploads.bytesOf(record.id)) === record.size ? uploads.pathOf(record.id) : null
}
