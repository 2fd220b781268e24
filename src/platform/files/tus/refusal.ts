import { isDiskFull } from '#platform/files/disk.ts'

/** An answer other than success, in the form in which the tus server carries it. */
export class TusRefusal extends Error {
  override name = 'TusRefusal'
  readonly status_code: number
  readonly body: string

  constructor(status: number, text: string) {
    super(text)
    this.status_code = status
    this.body = `${text}\n`
  }
}

export const refuseUpload = (status: number, text: string): never => {
  throw new TusRefusal(status, text)
}

export const NO_SUCH_UPLOAD = 'There is no such upload.'
export const NO_ROOM =
  'There is not enough space on the server for this file. Nothing was uploaded; please try again later.'
export const NO_SPACE =
  'There is not enough space on the server. What has been sent is kept for 24 hours; please resume the upload later.'
export const TOO_MANY_UPLOADS =
  'You have too many unfinished uploads. Please finish or cancel one; unfinished uploads are deleted after 24 hours.'
export const LOCKED = 'The upload is locked. Please try again later.'

/**
 * The refusal for a full disk. It is a 413 and not a 5xx, because a client repeats the latter many times over in every
 * part, and no repetition within seconds makes room.
 */
export const asDiskFull = (error: unknown): TusRefusal | null =>
  isDiskFull(error) ? new TusRefusal(413, NO_SPACE) : null
