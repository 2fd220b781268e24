import { LESSON_STATUSES, type LessonStatus } from '#features/scorm/rules/prerequisites.ts'
import { PROGRESS as ITEM_STATUS, type Progress as ItemStatus } from '#kernel/product/statuses.ts'

/** What a SCO or a package has come to. */
export type ScormResult = 'passed' | 'failed' | 'unknown'

export { ITEM_STATUS, type ItemStatus }

export const isLessonStatus = (text: string | undefined): text is LessonStatus =>
  (LESSON_STATUSES as readonly (string | undefined)[]).includes(text)

/** The result a lesson status gives (SCO-011). */
export const resultOfStatus = (status: LessonStatus): ScormResult => {
  if (status === 'passed' || status === 'completed') return 'passed'
  return status === 'failed' ? 'failed' : 'unknown'
}

export interface Judged {
  /** As the content left it; undefined or "not attempted" when it set none. */
  lesson_status: string | undefined
  score_raw: string | undefined
  exit: string | undefined
}

export interface JudgeContext {
  /** From the manifest. */
  mastery_score: number | null
  credit: 'credit' | 'no-credit'
  lesson_mode: 'normal' | 'browse' | 'review'
  /** Whether LMSFinish was called. */
  is_finished: boolean
}

/**
 * The lesson status of a SCO, judged over its merged data (SCO-026). A raw score set by the content is measured against
 * the mastery score of the manifest, in credit and outside browse mode: at or above it the SCO is passed; below it a
 * finished SCO is failed and an unfinished one open. Content that says "incomplete" or exits with "suspend" continues
 * later, so that closing the window never fails anyone. LMSFinish without any status completes the SCO.
 */
export const judgeStatus = (data: Judged, context: JudgeContext): LessonStatus => {
  const set = isLessonStatus(data.lesson_status) ? data.lesson_status : 'not attempted'
  const isSuspended = data.exit === 'suspend'
  const isJudged = context.credit === 'credit' && context.lesson_mode !== 'browse'
  const raw = data.score_raw === undefined || data.score_raw.trim() === '' ? null : Number(data.score_raw)
  if (isJudged && context.mastery_score !== null && raw !== null && !Number.isNaN(raw)) {
    if (raw >= context.mastery_score && (context.is_finished || resultOfStatus(set) !== 'unknown')) return 'passed'
    if (raw < context.mastery_score) {
      const goesOn = !context.is_finished || isSuspended || set === 'incomplete'
      if (!goesOn) return 'failed'
      return resultOfStatus(set) === 'passed' || (context.is_finished && set === 'not attempted') ? 'incomplete' : set
    }
  }
  if (set !== 'not attempted' || !context.is_finished) return set
  if (isSuspended) return 'incomplete'
  return context.lesson_mode === 'browse' ? 'browsed' : 'completed'
}

/**
 * The result of a package over the results of its SCOs: failed when one is, passed when all are, else unknown
 * (SCO-027).
 */
export const packageResult = (results: readonly ScormResult[]): ScormResult => {
  if (results.includes('failed')) return 'failed'
  return results.length > 0 && results.every((result) => result === 'passed') ? 'passed' : 'unknown'
}

/**
 * The status of the outline item after a result (SCO-009, SCO-010, SCO-011): passed is success, failed is failed,
 * unknown leaves it in progress. Success and finished are never lowered.
 */
export const nextItemStatus = (current: ItemStatus, result: ScormResult): ItemStatus => {
  if (current === ITEM_STATUS.success || current === ITEM_STATUS.finished) return current
  if (result === 'passed') return ITEM_STATUS.success
  if (result === 'failed') return ITEM_STATUS.failed
  return current === ITEM_STATUS.not_started ? ITEM_STATUS.in_progress : current
}
