import { PROGRESS } from '#kernel/product/statuses.ts'

/** EXM-004. */
export const QUESTION_TYPES = ['single', 'multiple', 'boolean'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]
/** EXM-003; a survey is shown to users as Knowledge Check (EXM-002). */
export type ExamType = 'exam' | 'survey'

/** A question as it stood when the attempt began. */
export type GradedQuestion = {
  type: QuestionType
  /** The answers to choose from. */
  offered_ids: readonly number[]
  correct_ids: readonly number[]
}

/** The ids in ascending order, each once: two answers are the same when these are. */
export const sameIds = (a: readonly number[], b: readonly number[]): boolean => {
  const remaining = new Set(a)
  const right = new Set(b)
  return remaining.size === right.size && [...remaining].every((id) => right.has(id))
}

export type AnswerFault = 'required' | 'not_in_options'

/**
 * What is wrong with an answer: none chosen, more than one for a single choice, or one that is not offered (EXM-020).
 */
export const answerFault = (question: GradedQuestion, answerIds: readonly number[]): AnswerFault | null => {
  if (answerIds.length === 0) return 'required'
  const offered = new Set(question.offered_ids)
  if (!answerIds.every((id) => offered.has(id))) return 'not_in_options'
  return question.type !== 'multiple' && new Set(answerIds).size > 1 ? 'not_in_options' : null
}

/** Single and boolean: the correct answer is chosen; multiple: exactly all correct ones are (EXM-014). */
export const isCorrect = (question: GradedQuestion, answerIds: readonly number[]): boolean =>
  sameIds(question.correct_ids, answerIds)

/** Whole percent of correctly answered questions among all of the attempt, rounded down so that it never shows a pass that was none. */
export const scorePercent = (correct: number, total: number): number =>
  total === 0 ? 0 : Math.floor((100 * correct) / total)

/**
 * The status that ends an attempt (EXM-013): success from passing_score percent on, else failed (open questions count as
 * wrong); a knowledge check is finished whatever was answered.
 */
export const attemptResult = (
  type: ExamType,
  { correct_count: correct, questions_count: total }: { correct_count: number; questions_count: number },
  passingScore: number,
): 2 | 3 | 5 => {
  if (type === 'survey') return 5
  return 100 * correct >= passingScore * total ? 2 : 3
}

/** attempts_number minus attempts used, never below zero; null means unlimited (EXM-007, EXM-015, EXM-016). */
export const remainingAttempts = (attemptsNumber: number | null, used: number): number | null =>
  attemptsNumber === null ? null : Math.max(0, attemptsNumber - used)

export type StartDecision = 'continue' | 'begin' | 'exam_already_finished' | 'no_attempts_left'

/**
 * What a start does: an open attempt is continued (EXM-018), an exam finished with success or without attempts is refused
 * (EXM-017), anything else begins an attempt. A finished knowledge check can be taken again (EXM-030).
 */
export const decideStart = (state: {
  /** Status of the exam for this learner (LRN-007). */
  status: number
  attempts_number: number | null
  attempts_used: number
  has_open_attempt: boolean
}): StartDecision => {
  if (state.status === PROGRESS.success) return 'exam_already_finished'
  if (state.has_open_attempt) return 'continue'
  return remainingAttempts(state.attempts_number, state.attempts_used) === 0 ? 'no_attempts_left' : 'begin'
}

/**
 * The number of the first question without an answer, where an attempt continues; null when all are answered (EXM-018).
 */
export const resumeAt = (
  questions: readonly { number: number; answer_ids: readonly number[] | null }[],
): number | null => questions.find(({ answer_ids: chosen }) => chosen === null)?.number ?? null

/** The number of the next open question, else of the first open one before it; null when none is left. */
export const nextOpen = (
  questions: readonly { number: number; question_id: number }[],
  number: number,
  isOpen: (questionId: number) => boolean,
): number | null => {
  const open = questions.filter((one) => one.number !== number && isOpen(one.question_id))
  return (open.find((one) => one.number > number) ?? open[0])?.number ?? null
}

/** The best score of the attempts that have one; null before the first (EXM-030). */
export const bestScore = (attempts: readonly { score: number | null }[]): number | null =>
  attempts.reduce<number | null>((best, { score }) => (score !== null && score > (best ?? -1) ? score : best), null)

/** The attempt that was finished last, of attempts in their order; undefined before the first end (EXM-006). */
export const lastFinished = <A extends { finished_at: unknown }>(attempts: readonly A[]): A | undefined =>
  attempts.findLast(({ finished_at: at }) => at !== null)
