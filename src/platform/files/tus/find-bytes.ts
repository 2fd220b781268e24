import type { Uploads } from './uploads.ts'

/** Where the bytes of a whole upload lie, or null; its record may not say that it is whole while it is being handed over. */
export const findBytes = async (uploads: Uploads, uploadId: string | null): Promise<string | null> => {
  const record = uploadId === null ? undefined : await uploads.records.read(uploadId)
  if (!record || record.released_at || record.size === undefined) return null
  return (await uploads.bytesOf(record.id)) === record.size ? uploads.pathOf(record.id) : null
}
