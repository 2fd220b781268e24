import { PROGRESS as STATUS, type Progress as Status } from '#kernel/product/statuses.ts'

export { STATUS, type Status }
export const STATUSES = [1, 2, 3, 4, 5] as const satisfies readonly Status[]

/** The words of LRN-008 for each status number. */
export const STATUS_NAMES = {
  1: 'in progress',
  2: 'success',
  3: 'failed',
  4: 'not started',
  5: 'finished',
} as const satisfies Record<Status, string>

/** The word of a status where a line begins with it. */
export const statusSentence = (status: Status): string => {
  const [first = '', ...rest] = STATUS_NAMES[status]
  return first.toUpperCase() + rest.join('')
}

/** True for what counts as done: finished or success (LRN-022). */
export const isDone = (status: Status): boolean => status === STATUS.finished || status === STATUS.success

/**
 * The status after somebody asked for `wanted`: success is final, finished can only become success, and nothing goes
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

/** The text of the button that leads into a course (LRN-028). */
export const continueLabel = (status: Status): string => {
  if (status === STATUS.finished) return 'View this Course'
  return status === STATUS.not_started ? 'Start this Course' : 'Begin this Course'
}
