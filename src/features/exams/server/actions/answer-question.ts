import { lockEnrollment } from '#features/enrollments/server/api.ts'
import {
  type Progress,
  requireOwn,
  resultOf,
  STATUS,
  type Status,
  unpackCourse,
} from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db.ts'
import { answerFault, attemptResult, isCorrect, sameIds, scorePercent } from '../../rules/attempt.ts'
import { type AnswerTarget, itemTypeOf, journalAnswer, loadAnswerTarget } from '../attempt-store.ts'
import { presentCourse, requireTakeable } from '../take.ts'

type Given = { related_id: number; exam_id: number; question_id: number; answer_ids: number[] }

/** What a repeated answer is told: how the attempt stands now. */
const presentAgain = (target: AnswerTarget) => ({
  data: {
    answered_count: target.answered_count,
    questions_count: target.questions_count,
    next_question: target.attempt_status === STATUS.in_progress ? target.next_question : null,
    finished:
      target.attempt_status === STATUS.in_progress
        ? null
        : {
            status: target.attempt_status as Status,
            result: resultOf(target.attempt_status as Status),
            score: target.score ?? 0,
            course: null,
          },
  },
})

/**
 * Journals one answer; the last one ends the attempt and with it perhaps the course (EXM-011 to EXM-014). The same answer
 * again is answered the same and counts once; another one, and one that the question does not offer, are `invalid`
 * (EXM-019, EXM-020). Two round trips, whatever the number of questions.
 */
export const answerOwnQuestion = async (progress: Progress, tx: Tx, ctx: SignedIn, given: Given) => {
  const at = { enrollment_id: given.related_id, exam_id: given.exam_id, question_id: given.question_id }
  const [locked, target] = await Promise.all([
    lockEnrollment(tx, ctx, given.related_id),
    loadAnswerTarget(tx, ctx.portal.id, at),
  ])
  const enrollment = requireOwn(ctx, locked)
  if (!target) throw fail('not_found')
  requireTakeable(enrollment, { type: target.exam_type, status: target.exam_status as Status })
  const { attempt_id: attemptId, question_type: type, answers } = target
  if (attemptId === null) throw fail('invalid', { message: 'Please start the exam first.' })
  if (target.number === null) throw fail('invalid', { fields: { question_id: [errorText('not_in_options')] } })
  if (target.given_ids !== null) {
    if (sameIds(target.given_ids, given.answer_ids)) return presentAgain(target)
    throw fail('invalid', { field: 'answer_ids', message: 'This question is answered already.' })
  }
  if (target.attempt_status !== STATUS.in_progress) throw fail('exam_already_finished')
  const fault = answerFault({ type, answers }, given.answer_ids)
  if (fault) throw fail('invalid', { fields: { answer_ids: [errorText(fault)] } })

  const correct = isCorrect({ type, answers }, given.answer_ids)
  const answered = target.answered_count + 1
  const counts = { correct_count: target.correct_count + (correct ? 1 : 0), questions_count: target.questions_count }
  const isLast = answered === target.questions_count
  const score = isLast ? scorePercent(counts.correct_count, counts.questions_count) : null
  const status = isLast ? attemptResult(target.exam_type, counts, target.passing_score) : STATUS.in_progress
  const journaled = journalAnswer(
    tx,
    { portal_id: ctx.portal.id, attempt_id: attemptId, question_id: given.question_id, now: ctx.now },
    { answer_ids: [...new Set(given.answer_ids)], is_correct: correct },
    {
      status,
      answered_count: answered,
      correct_count: counts.correct_count,
      score,
      finished_at: isLast ? ctx.now : null,
    },
  )
  const item = { type: itemTypeOf(target.exam_type), id: given.exam_id, status }
  const [, step] = await Promise.all([
    journaled,
    isLast ? progress.change(tx, ctx, { enrollment, course: unpackCourse(target) }, item) : undefined,
  ])
  return {
    data: {
      answered_count: answered,
      questions_count: target.questions_count,
      next_question: isLast ? null : target.next_question,
      finished:
        step && score !== null ? { status, result: resultOf(status), score, course: presentCourse(step) } : null,
    },
  }
}
