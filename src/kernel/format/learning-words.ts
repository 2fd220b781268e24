import { PROGRESS, type Progress } from '../product/statuses.ts'

/** The words of LRN-008 for each status number. */
export const STATUS_NAMES = {
  1: 'in progress',
  2: 'success',
  3: 'failed',
  4: 'not started',
  5: 'finished',
} as const satisfies Record<Progress, string>

/** The word of a status where a line begins with it. */
export const statusSentence = (status: Progress): string => {
  const [first = '', ...rest] = STATUS_NAMES[status]
  return first.toUpperCase() + rest.join('')
}

/** True for what counts as done: finished or success (LRN-022). */
export const isDone = (status: Progress): boolean => status === PROGRESS.finished || status === PROGRESS.success

/** The text of the button that leads into a course (LRN-028). */
export const continueLabel = (status: Progress): string => {
  if (status === PROGRESS.finished) return 'View this Course'
  return status === PROGRESS.not_started ? 'Start this Course' : 'Begin this Course'
}

/** What learners read for each type of item. */
export const ITEM_WORDS: Readonly<Record<string, string>> = {
  Text: 'Text',
  Document: 'Document',
  Audio: 'Audio',
  Video: 'Video',
  Exam: 'Exam',
  Survey: 'Knowledge Check',
  Assignment: 'Assignment',
  ScormModule: 'Interactive module',
  CloudScormModule: 'Interactive module',
}
