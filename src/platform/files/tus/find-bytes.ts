import type { Uploads } from './uploads.ts'

/**
 * The id of a complete upload whose bytes are still there, or null. Its record may not say yet that it is complete while
 * it is handed over.
 */
export const findBytes = async (uploads: Uploads, uploadId: string | null): Promise<string | null> => {
  const record = uploadId === null ? undefined : await uploads.space.records.read(uploadId)
  if (!record || record.released_at || record.size === undefined) return null
  return (await uploads.bytesOf(record)) === record.size ? record.id : null
}
