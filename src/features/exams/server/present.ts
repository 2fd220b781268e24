import { resultOf, type Status } from '#features/progress/server/api.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { type ExamType, remainingAttempts } from '../rules/attempt.ts'
import type { StoredAttempt, StoredQuestion } from './attempt-store.ts'

/** The attempts that are in the exam: those of before a reset are not (EXM-023). */
export const countedAttempts = (attempts: readonly StoredAttempt[]): StoredAttempt[] =>
  attempts.filter(({ reset_at }) => reset_at === null)

/** How often the exam has been tried, the last outcome, and how often it still can be (EXM-001, EXM-015, EXM-016). */
export const presentTries = (counted: readonly StoredAttempt[], attemptsNumber: number | null) => ({
  exam_tries: { attempts: counted.length, status: (counted.at(-1)?.status ?? 4) as Status },
  remaining_attempts: remainingAttempts(attemptsNumber, counted.length),
})

/** An attempt as its learner sees it. */
export const presentAttempt = (attempt: StoredAttempt, index: number) => ({
  number: index + 1,
  status: attempt.status as Status,
  result: resultOf(attempt.status as Status),
  score: attempt.score,
  questions_count: attempt.questions_count,
  answered_count: attempt.answered_count,
  started_at: attempt.started_at,
  finished_at: attempt.finished_at,
  is_time_over: attempt.is_time_over,
})

/** A question as its learner sees it: what is correct, and why, only where `isRevealed` (EXM-006, EXM-030). */
export const presentQuestion = (question: StoredQuestion, isRevealed: boolean) => ({
  id: question.question_id,
  number: question.number,
  type: question.type,
  text: question.text,
  answers: question.answers.map(({ id, text }) => ({ id, text })),
  answer_ids: question.answer_ids,
  is_correct: isRevealed ? (question.is_correct ?? false) : null,
  correct_answer_ids: isRevealed ? question.answers.filter((answer) => answer.is_correct).map(({ id }) => id) : null,
  explanation: isRevealed ? question.explanation : null,
})

/** The attempt whose questions the learner is shown: the open one, and of a knowledge check the last one to read. */
export const shownAttempt = (type: ExamType, counted: readonly StoredAttempt[]): StoredAttempt | undefined => {
  const last = counted.at(-1)
  return last && (last.status === PROGRESS.in_progress || type === 'survey') ? last : undefined
}
