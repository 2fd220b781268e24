import { PROGRESS } from '#kernel/product/statuses.ts'

/** Statuses of an assignment as an item (LRN-007). */
type Status = 1 | 2 | 3 | 4 | 5

/** Attempts left, never below zero; null is any number (ASG-010, ASG-011). */
export const remainingAttempts = (attempts: number | null, current: number): number | null =>
  attempts === null ? null : Math.max(0, attempts - current)

type Standing = { status: Status; attempts: number | null; current_attempt: number }
export type ResponseRefusal = 'waiting' | 'passed' | 'no_attempts_left'

/**
 * Why the learner may not respond now, or null: the first time, and again after a failed grading while attempts remain
 * (ASG-012). A response that has not been graded waits, whatever the status says.
 */
export const whyNoResponse = ({ status, attempts, current_attempt }: Standing): ResponseRefusal | null => {
  if (status === PROGRESS.success || status === PROGRESS.finished) return 'passed'
  if (status === PROGRESS.in_progress && current_attempt > 0) return 'waiting'
  return remainingAttempts(attempts, current_attempt) === 0 ? 'no_attempts_left' : null
}

/** Success from the threshold on, else failed (ASG-009). */
export const gradeOf = (score: number, threshold: number): 2 | 3 =>
  score >= threshold ? PROGRESS.success : PROGRESS.failed

type Grading = { is_latest: boolean; is_graded: boolean; is_course_finished: boolean }

/**
 * Whether the grading may be given or changed: of the latest response only; a grading that was given stays once the course
 * is finished (ASG-013).
 */
export const mayGrade = ({ is_latest, is_graded, is_course_finished }: Grading): boolean =>
  is_latest && !(is_graded && is_course_finished)

/** What a response has to hold, by the ways that are open (ASG-004): the field that is wrong and why, or null. */
export const responseFault = (
  response: { text: string; files: number },
  ways: { restrict_user_to_upload: boolean; allow_text_response: boolean },
): { field: 'text' | 'files'; why: 'closed' | 'missing' } | null => {
  if (response.files > 0 && ways.restrict_user_to_upload) return { field: 'files', why: 'closed' }
  if (response.text !== '' && !ways.allow_text_response) return { field: 'text', why: 'closed' }
  if (response.text === '' && response.files === 0)
    return { field: ways.allow_text_response ? 'text' : 'files', why: 'missing' }
  return null
}
