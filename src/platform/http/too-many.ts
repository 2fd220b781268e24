import { type AppError, fail } from '#kernel/errors.ts'
import { waitText } from '#kernel/format/wait-text.ts'

/** A call beyond a limit: the text and Retry-After say when to come back (API-020). */
export const tooManyRequests = (seconds: number): AppError =>
  fail('too_many_requests', {
    message: `Too many requests in a short time. This one was not carried out. Please try again in ${waitText(seconds)}.`,
    retry_after: seconds,
  })
