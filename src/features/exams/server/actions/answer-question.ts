import { type Enrollment, lockEnrollment } from '#features/enrollments/server/api.ts'
import { type Progress, requireOwn, resultOf, STATUS, type Status } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type AppError, errorText, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db.ts'
import { answerFault, attemptResult, isCorrect, sameIds, scorePercent } from '../../rules/attempt.ts'
import { isTimeUp, timeOfAnswer, visitLength } from '../../rules/time-limit.ts'
import {
  type AnswerTarget,
  itemTypeOf,
  journalAnswer,
  loadAnswerTarget,
  loadFirstOpen,
  loadTakenExam,
} from '../attempt-store.ts'
import { type Lease, openLease } from '../lease.ts'
import { presentCourse, requireTakeable } from '../take.ts'

type Given = {
  related_id: number
  exam_id: number
  question_id: number
  answer_ids: number[]
  lease?: string | undefined
  elapsed_ms?: number | undefined
  visit?: string | undefined
  milliseconds?: number | undefined
}

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

/** When the answer was given; what comes in time counts as of now, what comes late needs its lease (EXM-033, EXM-034). */
const requireTime = (target: AnswerTarget, now: Date, given: Given, lease: Lease | null) => {
  const isOpen = target.attempt_status === STATUS.in_progress
  if (!isOpen && !target.is_time_over) throw fail('exam_already_finished')
  const proof =
    lease && given.elapsed_ms !== undefined ? { issued_at: lease.issued_at, elapsed_ms: given.elapsed_ms } : null
  const at = timeOfAnswer(target.ends_at, now, proof)
  if (!at) throw fail('exam_time_over')
  return at
}

/** The attempt with one more answer: it ends with the last one, and has ended when its time is over (EXM-011, EXM-013). */
const countAnswer = (target: AnswerTarget, isRight: boolean, now: Date) => {
  const { exam_type: type, questions_count, passing_score, ends_at } = target
  const counts = { correct_count: target.correct_count + (isRight ? 1 : 0), questions_count }
  const answered_count = target.answered_count + 1
  const is_time_over = target.is_time_over || isTimeUp(ends_at, now)
  const isEnd = is_time_over || answered_count === questions_count
  return {
    ...counts,
    answered_count,
    is_time_over,
    status: isEnd ? attemptResult(type, counts, passing_score) : STATUS.in_progress,
    score: isEnd ? scorePercent(counts.correct_count, questions_count) : null,
    finished_at: target.finished_at ?? (is_time_over ? ends_at : isEnd ? now : null),
  }
}

/**
 * Journals one answer; the last one ends the attempt and with it perhaps the course (EXM-011 to EXM-014). The same answer
 * again is answered the same and counts once; another one, and one that the question does not offer, are `invalid`
 * (EXM-019, EXM-020). An answer that was given before the end of a limit and comes after it counts by its lease, also in an
 * attempt that has been ended, whose result it can only better (EXM-034); else it is `exam_time_over`. One round trip beside
 * the commit, whatever the number of questions; two for the last answer.
 */
export const answerOwnQuestion = async (
  { progress, secret }: { progress: Progress; secret: string },
  tx: Tx,
  ctx: SignedIn,
  given: Given,
) => {
  const lease = openLease(secret, ctx.portal.id, given.lease)
  const at = { enrollment_id: given.related_id, exam_id: given.exam_id, question_id: given.question_id }
  const [locked, target] = await Promise.all([
    lockEnrollment(tx, ctx, given.related_id),
    loadAnswerTarget(tx, ctx.portal.id, { ...at, attempt_id: lease?.attempt_id ?? null }),
  ])
  const enrollment = requireOwn(ctx, locked)
  if (!target) throw await notStarted(tx, enrollment, given.exam_id)
  if (!target.is_in_course) throw fail('not_found')
  const isRepeated = target.given_ids !== null && sameIds(target.given_ids, given.answer_ids)
  // The page that holds the lease of this attempt asks again because it never had the answer to its first call.
  if (isRepeated && lease) return presentAgain(tx, ctx.portal.id, target)
  // What was given in time was given while it was allowed; the attempt may have completed the course since.
  if (!target.is_time_over && !isTimeUp(target.ends_at, ctx.now)) {
    // An attempt of a completed course belongs to an exam that is done, and a success has no attempt behind it.
    const is_success = target.attempt_status === STATUS.success
    requireTakeable(enrollment, { type: target.exam_type, is_success, is_done: enrollment.completed_at !== null })
  }
  const { question_type: type, answers } = target
  if (target.number === null) throw fail('invalid', { fields: { question_id: [errorText('not_in_options')] } })
  if (isRepeated) return presentAgain(tx, ctx.portal.id, target)
  if (target.given_ids !== null)
    throw fail('invalid', { field: 'answer_ids', message: 'This question is answered already.' })
  const time = requireTime(target, ctx.now, given, lease)
  const fault = answerFault({ type, answers }, given.answer_ids)
  if (fault) throw fail('invalid', { fields: { answer_ids: [errorText(fault)] } })

  const is_correct = isCorrect({ type, answers }, given.answer_ids)
  const state = countAnswer(target, is_correct, ctx.now)
  const { status, score } = state
  const isEnd = status !== STATUS.in_progress
  // Asked before the answer is written, which travels with the commit.
  const next = isEnd ? null : await nextQuestion(tx, ctx.portal.id, target)
  const { visit, milliseconds } = given
  journalAnswer(
    tx,
    { portal_id: ctx.portal.id, attempt_id: target.attempt_id, question_id: given.question_id },
    { answer_ids: [...new Set(given.answer_ids)], is_correct, ...time },
    state,
    visit && milliseconds !== undefined ? { visit, milliseconds: visitLength(target, ctx.now, milliseconds) } : null,
  )
  // A late answer may only raise what its attempt has come to: a later attempt may be running.
  const changesItem = isEnd && (target.attempt_status === STATUS.in_progress || status !== target.attempt_status)
  const step = changesItem
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
      answered_count: state.answered_count,
      questions_count: target.questions_count,
      next_question: next,
      finished:
        isEnd && score !== null
          ? { status, result: resultOf(status), score, course: step && presentCourse(step) }
          : null,
    },
  }
}
