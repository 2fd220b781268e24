import { type UploadRule, wrongFormat, wrongSize } from '#kernel/uploads/uploads.ts'

/** What a zip upload takes (UPL-022, UPL-024). */
export const ZIP_RULE = { extensions: ['zip'], maxSize: 10_737_418_240 } as const satisfies UploadRule
export const ZIP_MAX_FILES = 1
/** Parts of one file that travel at the same time (UPL-023). */
export const ZIP_PARALLEL_PARTS = 5
/** 50 MB (UPL-024). */
export const ZIP_CHUNK_SIZE = 52_428_800

/** Unfinished uploads, parts included, that one person may have at a time (UPL-038). */
export const UNFINISHED_UPLOADS_MAX = 100

/** Pauses before each repetition, in milliseconds (UPL-025). */
export const RETRY_DELAYS = [0, 1000, 3000, 5000] as const

/**
 * Whether a failed request of an upload is made again (UPL-026): not while offline, and of the 4xx answers only a
 * conflict and a lock. Status 0 means that no answer came.
 */
export const shouldRetryUpload = (status: number, isOnline: boolean): boolean =>
  isOnline && (status < 400 || status >= 500 || status === 409 || status === 423)

const isOnline = (): boolean => globalThis.navigator?.onLine !== false

/** The texts of a failed resumable upload (UPL-027, ERR-076). */
export const RESUMABLE_ERRORS = {
  no_file: 'No file is chosen.',
  no_endpoint: 'No upload address is set.',
  unexpected_response: 'The upload server gave an unexpected answer.',
  missing_location: 'The upload server gave no address.',
  invalid_position: 'The upload position is invalid.',
  locked: 'The upload is locked. Please try again later.',
} as const
export type ResumableErrorCode = keyof typeof RESUMABLE_ERRORS

/** The part of the client's errors that we read here, so that the client itself is loaded only when needed. */
interface ClientError {
  message: string
  originalRequest?: { getMethod(): string } | null
  originalResponse?: { getStatus(): number; getBody?(): string } | null
}

const statusOf = (error: unknown): number => (error as ClientError | null)?.originalResponse?.getStatus() ?? 0

/** Which of the known failures of a resumable upload an error of the client is (UPL-027). */
export const resumableErrorCode = (error: unknown): ResumableErrorCode => {
  if (statusOf(error) === 423) return 'locked'
  // The client appends the request and its answer to its sentence; only the sentence counts.
  const message = String((error as ClientError | null)?.message ?? '').split(', originated from request')[0] ?? ''
  if (message.includes('no file')) return 'no_file'
  if (/neither an endpoint|no endpoint|without an endpoint/.test(message)) return 'no_endpoint'
  if (message.includes('missing Location')) return 'missing_location'
  if (/invalid or missing (offset|length)/.test(message)) return 'invalid_position'
  if (message.includes('locked')) return 'locked'
  return 'unexpected_response'
}

/** What the tus server itself says of a file above the maximum; any other 413 brings a sentence for people (UPL-038). */
const IS_TOO_LARGE = /^(?:$|Maximum size exceeded|The file is too large)/

/** Whether an upload was refused before any bytes were sent, which makes its other parts useless. */
export const isRefusedAtOnce = (error: unknown): boolean =>
  [413, 429].includes(statusOf(error)) && (error as ClientError).originalRequest?.getMethod() === 'POST'

/** The sentence shown for a failed resumable upload of a file. */
export const resumableErrorText = (error: unknown, file: { name: string; size: number }): string => {
  const status = statusOf(error)
  const body = (error as ClientError | null)?.originalResponse?.getBody?.().trim() ?? ''
  if (status === 413) return IS_TOO_LARGE.test(body) ? wrongSize(file.name, file.size).message : body
  if (status === 429 && body.endsWith('.')) return body
  if (status === 415) return wrongFormat(file.name).message
  return RESUMABLE_ERRORS[resumableErrorCode(error)]
}

interface OutgoingRequest {
  setHeader(name: string, value: string): void
}

export interface ResumableUploadInput {
  endpoint: string
  filename: string
  /** Bytes of the file; its parts say it, so that room for all of it is looked for when the first one begins. */
  size?: number
  /** Read before every request, because the cookie may be renewed while a long upload runs. */
  xsrfToken: () => string | undefined
}

/**
 * The options of the tus client for an upload with the default chunk size, which is unlimited (UPL-020, UPL-022,
 * UPL-025, UPL-026).
 */
export const resumableUploadOptions = ({ endpoint, filename, xsrfToken }: ResumableUploadInput) => ({
  endpoint,
  metadata: { filename },
  chunkSize: Number.POSITIVE_INFINITY,
  retryDelays: [...RETRY_DELAYS],
  removeFingerprintOnSuccess: true,
  onShouldRetry: (error: unknown) => shouldRetryUpload(statusOf(error), isOnline()),
  onBeforeRequest: (request: OutgoingRequest) => {
    const token = xsrfToken()
    if (token !== undefined) request.setHeader('X-Xsrf-Token', token)
  },
})

/** Not `randomUUID`, which browsers have only over HTTPS and on localhost. */
const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')

const partMetadata = ({ size }: ResumableUploadInput): Record<string, string> =>
  size === undefined ? {} : { set: randomName(), total: String(size) }

/** The options of the tus client for a zip upload: five parts at once, each in chunks of 50 MB (UPL-022, UPL-023). */
export const zipUploadOptions = (input: ResumableUploadInput) => ({
  ...resumableUploadOptions(input),
  chunkSize: ZIP_CHUNK_SIZE,
  parallelUploads: ZIP_PARALLEL_PARTS,
  metadataForPartialUploads: partMetadata(input),
})

/** The part of the client's upload that is needed to start it again. */
interface RestartableUpload {
  start(): void
  options: { onError?: ((error: Error) => void) | null }
}

/**
 * Repeats the joining of parts when the connection breaks in that one request, which the client itself never repeats:
 * the upload is started again after the same pauses, finds its parts complete and asks for the same file (UPL-025).
 * Every other error is reported as before. Call it before the upload starts; the answer ends the waiting.
 */
export const repeatJoining = (upload: RestartableUpload): (() => void) => {
  const report = upload.options.onError
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  upload.options.onError = (error) => {
    const { originalRequest, message } = error as Error & { originalRequest?: unknown }
    // The client's own errors carry their request or say that they are its own; a broken connection here does neither.
    const isBrokenJoin = !originalRequest && !String(message ?? '').startsWith('tus:')
    const delay = RETRY_DELAYS[attempt]
    if (!isBrokenJoin || delay === undefined || !shouldRetryUpload(0, isOnline())) {
      report?.(error)
      return
    }
    attempt += 1
    timer = setTimeout(() => upload.start(), delay)
  }
  return () => clearTimeout(timer)
}
