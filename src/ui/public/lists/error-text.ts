import { messageOf } from '#kernel/errors.ts'
import { NO_ANSWER } from '#kernel/faults/no-answer.ts'
import { isUnreached } from '../../calls/unreached.ts'

/** The text of a failed call (ERR-001, ERR-002), of one without an answer (ERR-226), or a text as it is. */
export const textOfError = (error: unknown): string => {
  if (typeof error === 'string') return error
  if (isUnreached(error)) return NO_ANSWER
  const status = Number((error as { status?: unknown } | null)?.status) || 0
  // Errors of the program itself carry no status; their message is for developers.
  return messageOf(status, status ? { code: codeOf(error), message: (error as Error).message } : null)
}
const codeOf = (error: unknown) => (error as { code?: unknown }).code
