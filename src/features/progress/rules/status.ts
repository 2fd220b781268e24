import { PROGRESS as STATUS, type Progress as Status } from '#kernel/product/statuses.ts'

export { continueLabel, isDone, STATUS_NAMES, statusSentence } from '#kernel/format/learning-words.ts'
export { STATUS, type Status }
export const STATUSES = [1, 2, 3, 4, 5] as const satisfies readonly Status[]

/**
 * The status after somebody asked for `next`: success is final, finished can only become success, and nothing goes
 * back to not started (LRN-016, LRN-032). Taking a result back is a reset, which does not come through here.
 */
export const raiseStatus = (current: Status, next: Status): Status => {
  if (next === STATUS.not_started || current === STATUS.success) return current
  if (current === STATUS.finished) return next === STATUS.success ? next : current
  return next
}

/** Passed or failed (LRN-012); null for what has no result yet, or none at all. */
export const resultOf = (status: Status): 'passed' | 'failed' | null => {
  if (status === STATUS.success) return 'passed'
  return status === STATUS.failed ? 'failed' : null
}
