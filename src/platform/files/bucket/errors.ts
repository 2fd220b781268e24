import { StorageUnavailable } from '#platform/files/store.ts'

/** The bucket takes no more: its quota is used up, or the disks behind it are. */
export class BucketFull extends Error {
  override name = 'BucketFull'
  /** As a full disk, so that it is answered as one (UPL-038). */
  readonly code = 'ENOSPC'
}

/** What an error of the client says about itself. */
type ClientError = { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } }

export const statusOf = (error: unknown): number | undefined => (error as ClientError).$metadata?.httpStatusCode

/** Names that storages give a lack of space; there is none in the protocol itself. */
const FULL = /quota|storage.?full|insufficient.?(?:storage|capacity)|disk.?full/i

/** How an answer reads in a log: status and name, or the error of the connection. Nothing of what was sent. */
export const reasonOf = (error: unknown): string => {
  const { name, code, message } = error as ClientError
  const status = statusOf(error)
  if (status !== undefined) return `${status} ${name ?? ''}`.trim()
  return code ?? (name === 'TimeoutError' || name === 'AbortError' ? 'no answer in time' : (message ?? String(error)))
}

/** A missing file as it is; every other failure as what it means for the caller. */
export const meaningOfFailure = (error: unknown): unknown => {
  const { name = '' } = error as ClientError
  const status = statusOf(error)
  if (status === 404 && name !== 'NoSuchBucket') return error
  if (status === 507 || FULL.test(name)) return new BucketFull(`The bucket is full (${reasonOf(error)}).`)
  return new StorageUnavailable(`The bucket cannot be used (${reasonOf(error)}).`, { status, name })
}
