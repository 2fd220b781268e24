/**
 * What the client of an outside service throws, and nothing else. `status` is that of the answer, null without one.
 * `is_temporary`: the same call may work later (no answer, 429, 5xx).
 */
export class ServiceError extends Error {
  readonly status: number | null
  readonly is_temporary: boolean
  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.is_temporary = status === null || status === 429 || status >= 500
  }
}
