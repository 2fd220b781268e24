import { loadEnrollment } from '#features/enrollments/server/api.ts'
import { type Progress, requireOwn, resultOf, STATUS, type Status } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type AppError, errorText, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { answerFault, attemptResult, isCorrect, nextOpen, sameIds, scorePercent } from '../../rules/attempt.ts'
import { isTimeUp, timeOfAnswer, visitLength } from '../../rules/time-limit.ts'
import { itemTypeOf, journalAnswer, loadTakenExam } from '../attempt-store.ts'
import { type Lease, openLease } from '../lease.ts'
import { type AnsweredAttempt, type AttemptQuestion, lockAttempt } from '../lock-attempt.ts'
import { presentCourse, requireTakeable } from '../take.ts'

type AnswerInput = {
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
const notStarted = async (
  tx: Tx,
  ctx: SignedIn,
  { related_id: enrollmentId, exam_id: examId }: AnswerInput,
): Promise<AppError> => {
  const enrollment = requireOwn(ctx, await loadEnrollment(tx, ctx, enrollmentId))
  const exam = await loadTakenExam(tx, enrollment.portal_id, { enrollment_id: enrollmentId, exam_id: examId })
  if (exam?.course_id !== enrollment.course_id) return fail('not_found')
  requireTakeable(enrollment, { type: exam.type, is_success: false, is_done: false })
  return fail('invalid', { message: 'Please start the exam first.' })
}

/** The question to go on with when this one is answered. */
const nextQuestion = ({ questions, given: answers }: AnsweredAttempt, { number }: AttemptQuestion): number | null =>
  nextOpen(questions, number, (id) => !answers.has(id))

/** The response to a repeated answer: the state of the attempt now. */
const presentAgain = (attempt: AnsweredAttempt, question: AttemptQuestion) => {
  const { answered_count, questions_count, score } = attempt
  const status = attempt.status as Status
  const isOpen = status === STATUS.in_progress
  return {
    data: {
      answered_count,
      questions_count,
      next_question: isOpen ? nextQuestion(attempt, question) : null,
      finished: isOpen ? null : { status, result: resultOf(status), score: score ?? 0, course: null },
    },
  }
}

/** When the answer was given; what comes in time counts as of now, what comes late needs its lease (EXM-033, EXM-034). */
const requireTime = (attempt: AnsweredAttempt, now: Date, answer: AnswerInput, lease: Lease | null) => {
  const isOpen = attempt.status === STATUS.in_progress
  if (!isOpen && !attempt.is_time_over) throw fail('exam_already_finished')
  const proof =
    lease && answer.elapsed_ms !== undefined ? { issued_at: lease.issued_at, elapsed_ms: answer.elapsed_ms } : null
  const at = timeOfAnswer(attempt.ends_at, now, proof)
  if (!at) throw fail('exam_time_over')
  return at
}

/** The attempt with one more answer: it ends with the last one, and has ended when its time is over (EXM-011, EXM-013). */
const countAnswer = (attempt: AnsweredAttempt, isRight: boolean, now: Date) => {
  const { exam_type: type, questions_count, passing_score, ends_at } = attempt
  const counts = { correct_count: attempt.correct_count + (isRight ? 1 : 0), questions_count }
  const answered_count = attempt.answered_count + 1
  const is_time_over = attempt.is_time_over || isTimeUp(ends_at, now)
  const isEnd = is_time_over || answered_count === questions_count
  return {
    ...counts,
    answered_count,
    is_time_over,
    status: isEnd ? attemptResult(type, counts, passing_score) : STATUS.in_progress,
    score: isEnd ? scorePercent(counts.correct_count, questions_count) : null,
    finished_at: attempt.finished_at ?? (is_time_over ? ends_at : isEnd ? now : null),
  }
}

type AnswerContext = { attempt: AnsweredAttempt; lease: Lease | null; input: AnswerInput }

const answer = async (progress: Progress, tx: Tx, ctx: SignedIn, { attempt, lease, input: answer }: AnswerContext) => {
  const { enrollment } = attempt
  if (!attempt.is_in_course) throw fail('not_found')
  const question = attempt.questions.find(({ question_id: id }) => id === answer.question_id)
  const former = attempt.given.get(answer.question_id)
  const isRepeated = former !== undefined && sameIds(former, answer.answer_ids)
  // The page that holds the lease of this attempt asks again because it never had the answer to its first call.
  if (question && isRepeated && lease) return presentAgain(attempt, question)
  // What was given in time was given while it was allowed; the attempt may have completed the course since.
  if (!attempt.is_time_over && !isTimeUp(attempt.ends_at, ctx.now)) {
    // An attempt of a completed course belongs to an exam that is done, and a success has no attempt behind it.
    const is_success = attempt.status === STATUS.success
    requireTakeable(enrollment, { type: attempt.exam_type, is_success, is_done: enrollment.completed_at !== null })
  }
  if (!question) throw fail('invalid', { fields: { question_id: [errorText('not_in_options')] } })
  if (isRepeated) return presentAgain(attempt, question)
  if (former) throw fail('invalid', { field: 'answer_ids', message: 'This question is answered already.' })
  const time = requireTime(attempt, ctx.now, answer, lease)
  const fault = answerFault(question, answer.answer_ids)
  if (fault) throw fail('invalid', { fields: { answer_ids: [errorText(fault)] } })

  const is_correct = isCorrect(question, answer.answer_ids)
  const answer_ids = [...new Set(answer.answer_ids)]
  const state = countAnswer(attempt, is_correct, ctx.now)
  const { status, score } = state
  const isEnd = status !== STATUS.in_progress
  const { visit, milliseconds } = answer
  const length = milliseconds === undefined ? undefined : visitLength(attempt, ctx.now, milliseconds)
  journalAnswer(
    tx,
    { portal_id: ctx.portal.id, attempt_id: attempt.attempt_id, question_id: answer.question_id },
    { answer_ids, is_correct, ...time },
    state,
    visit && length !== undefined ? { visit, milliseconds: length } : null,
  )
  attempt.remember({ ...state, given: new Map(attempt.given).set(answer.question_id, answer_ids) })
  // A late answer may only raise what its attempt has come to: a later attempt may be running.
  const changesItem = isEnd && (attempt.status === STATUS.in_progress || status !== attempt.status)
  const step = changesItem
    ? await progress.setItemStatus(tx, ctx, {
        enrollment,
        item_type: itemTypeOf(attempt.exam_type),
        item_id: answer.exam_id,
        status,
        is_last: true,
      })
    : null
  return {
    data: {
      answered_count: state.answered_count,
      questions_count: attempt.questions_count,
      next_question: isEnd ? null : nextQuestion(attempt, question),
      finished:
        isEnd && score !== null
          ? { status, result: resultOf(status), score, course: step && presentCourse(step) }
          : null,
    },
  }
}

/**
 * Journals one answer; the last one ends the attempt and with it perhaps the course (EXM-011 to EXM-014). The same answer
 * again is answered the same and counts once; another one, and one that the question does not offer, are `invalid`
 * (EXM-019, EXM-020). An answer that was given before the end of a limit and comes after it counts by its lease, also in an
 * attempt that has been ended, whose result it can only better (EXM-034); else it is `exam_time_over`. Two round trips, one
 * when the process knows the attempt, whatever the number of questions; one more for the last answer.
 */
export const answerOwnQuestion = async (
  { progress, secret }: { progress: Progress; secret: string },
  tx: Tx,
  ctx: SignedIn,
  input: AnswerInput,
) => {
  const lease = openLease(secret, ctx.portal.id, input.lease)
  const attempt = await lockAttempt(tx, ctx, {
    enrollment_id: input.related_id,
    exam_id: input.exam_id,
    attempt_id: lease?.attempt_id ?? null,
  })
  if (!attempt) throw await notStarted(tx, ctx, input)
  requireOwn(ctx, attempt.enrollment)
  return answer(progress, tx, ctx, { attempt, lease, input })
}
