import { type Enrollment, lockEnrollment } from '#features/enrollments/server/api.ts'
import { type Progress, requireOwn, resultOf, STATUS, type Status } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type AppError, errorText, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db.ts'
import { answerFault, attemptResult, isCorrect, sameIds, scorePercent } from '../../rules/attempt.ts'
import {
  type AnswerTarget,
  itemTypeOf,
  journalAnswer,
  loadAnswerTarget,
  loadFirstOpen,
  loadTakenExam,
} from '../attempt-store.ts'
import { presentCourse, requireTakeable } from '../take.ts'

type Given = { related_id: number; exam_id: number; question_id: number; answer_ids: number[] }

/** Why an exam without an attempt cannot be answered. */
const notStarted = async (tx: Tx, enrollment: Enrollment, examId: number): Promise<AppError> => {
  const exam = await loadTakenExam(tx, enrollment.portal_id, examId)
  if (exam?.course_id !== enrollment.course_id) return fail('not_found')
  requireTakeable(enrollment, { type: exam.type, is_success: false, is_done: false })
  return fail('invalid', { message: 'Please start the exam first.' })
}

/** The number of the question to go on with: the first open one behind this one, else the first open one before it. */
const nextQuestion = async (tx: Tx, portalId: number, target: AnswerTarget): Promise<number | null> => {
  const { next_question: next, attempt_id, number } = target
  return next ?? loadFirstOpen(tx, portalId, { attempt_id, number: number ?? 0 })
}

/** What a repeated answer is told: how the attempt stands now. */
const presentAgain = async (tx: Tx, portalId: number, target: AnswerTarget) => {
  const { answered_count, questions_count, score } = target
  const status = target.attempt_status as Status
  const isOpen = status === STATUS.in_progress
  return {
    data: {
      answered_count,
      questions_count,
      next_question: isOpen ? await nextQuestion(tx, portalId, target) : null,
      finished: isOpen ? null : { status, result: resultOf(status), score: score ?? 0, course: null },
    },
  }
}

/**
 * Journals one answer; the last one ends the attempt and with it perhaps the course (EXM-011 to EXM-014). The same answer
 * again is answered the same and counts once; another one, and one that the question does not offer, are `invalid`
 * (EXM-019, EXM-020). One round trip beside the commit, whatever the number of questions; two for the last answer.
 */
export const answerOwnQuestion = async (progress: Progress, tx: Tx, ctx: SignedIn, given: Given) => {
  const at = { enrollment_id: given.related_id, exam_id: given.exam_id, question_id: given.question_id }
  const [locked, target] = await Promise.all([
    lockEnrollment(tx, ctx, given.related_id),
    loadAnswerTarget(tx, ctx.portal.id, at),
  ])
  const enrollment = requireOwn(ctx, locked)
  if (!target) throw await notStarted(tx, enrollment, given.exam_id)
  if (!target.is_in_course) throw fail('not_found')
  // An attempt of a completed course belongs to an exam that is done, and a success has no attempt behind it.
  const isSuccess = target.attempt_status === STATUS.success
  requireTakeable(enrollment, {
    type: target.exam_type,
    is_success: isSuccess,
    is_done: enrollment.completed_at !== null,
  })
  const { question_type: type, answers } = target
  if (target.number === null) throw fail('invalid', { fields: { question_id: [errorText('not_in_options')] } })
  if (target.given_ids !== null) {
    if (sameIds(target.given_ids, given.answer_ids)) return presentAgain(tx, ctx.portal.id, target)
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
  // Asked before the answer is written, which travels with the commit.
  const next = isLast ? null : await nextQuestion(tx, ctx.portal.id, target)
  journalAnswer(
    tx,
    { portal_id: ctx.portal.id, attempt_id: target.attempt_id, question_id: given.question_id, now: ctx.now },
    { answer_ids: [...new Set(given.answer_ids)], is_correct: correct },
    {
      status,
      answered_count: answered,
      correct_count: counts.correct_count,
      score,
      finished_at: isLast ? ctx.now : null,
    },
  )
  const step = isLast
    ? await progress.setItemStatus(tx, ctx, {
        enrollment,
        item_type: itemTypeOf(target.exam_type),
        item_id: given.exam_id,
        status,
        is_last: true,
      })
    : null
  return {
    data: {
      answered_count: answered,
      questions_count: target.questions_count,
      next_question: next,
      finished:
        step && score !== null ? { status, result: resultOf(status), score, course: presentCourse(step) } : null,
    },
  }
}
