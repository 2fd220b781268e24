import { answerQuestion, finishExam, keepQuestionTime, showLearnerExam, startExam } from '#features/exams/contract.ts'
import {
  attemptResult,
  bestScore,
  decideStart,
  endOf,
  isCorrect,
  nextOpen,
  remainingAttempts,
  resumeAt,
  scorePercent,
} from '#features/exams/web/public.ts'
import { STATUS, type Status } from '#features/progress/web/public.ts'
import { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { errorText } from '#kernel/errors.ts'
import { answers, type LocalAnswer } from '#ui/calls/local-calls.ts'
import type { drawPreviewExam } from '../contract.ts'
import { type CourseRun, notFound } from './course-run.ts'

type Exam = Wire<typeof drawPreviewExam>['data']
type Question = Exam['questions'][number]
type Attempt = {
  started_at: string
  finished_at: string | null
  ends_at: Date | null
  is_time_over: boolean
  status: Status
  score: number | null
  questions: readonly Question[]
  answers: Map<number, number[]>
}

const resultOf = (status: Status) =>
  status === STATUS.success ? ('passed' as const) : status === STATUS.failed ? ('failed' as const) : null
const itemOf = ({ id, type }: Exam) => ({ type: type === 'exam' ? ('Exam' as const) : ('Survey' as const), id })

const gradedOf = ({ type, answers: offered }: Question) => ({
  type,
  offered_ids: offered.map(({ id }) => id),
  correct_ids: offered.filter(({ is_correct }) => is_correct).map(({ id }) => id),
})
const isRight = ({ answers: given }: Attempt, question: Question) =>
  isCorrect(gradedOf(question), given.get(question.id) ?? [])
const isTimeUp = ({ ends_at: end }: Attempt) => end !== null && Date.now() >= end.getTime()

/** A question as the screen of learners shows it; right answers are shown in a finished knowledge check only (EXM-030). */
const presentQuestion = (attempt: Attempt, question: Question, index: number, isTold: boolean) => ({
  id: question.id,
  number: index + 1,
  type: question.type,
  text: question.text,
  answers: question.answers.map(({ id, text }) => ({ id, text })),
  answer_ids: attempt.answers.get(question.id) ?? null,
  is_correct: isTold ? isRight(attempt, question) : null,
  correct_answer_ids: isTold ? gradedOf(question).correct_ids : null,
  explanation: isTold ? question.explanation : null,
})

const presentAttempt = (attempt: Attempt, index: number) => ({
  number: index + 1,
  status: attempt.status,
  result: resultOf(attempt.status),
  score: attempt.score,
  questions_count: attempt.questions.length,
  answered_count: attempt.answers.size,
  started_at: attempt.started_at,
  finished_at: attempt.finished_at,
  is_time_over: attempt.is_time_over,
  is_offline: false,
  proctor: null,
})

const presentExam = (
  exam: Exam,
  attempts: readonly Attempt[],
  status: Status,
): Wire<typeof showLearnerExam>['data'] => {
  const last = attempts.at(-1)
  const open = last?.status === STATUS.in_progress ? last : undefined
  const isOver = open !== undefined && isTimeUp(open)
  const shown = isOver ? undefined : (open ?? (exam.type === 'survey' ? last : undefined))
  const questions = (shown?.questions ?? []).map((one, index) =>
    presentQuestion(shown as Attempt, one, index, shown !== open),
  )
  const remaining = remainingAttempts(exam.attempts_number, attempts.length)
  const { questions: _drawn, passing_score, ...fields } = exam
  return {
    ...fields,
    passing_score: exam.type === 'exam' ? passing_score : null,
    exam_tries: { attempts: attempts.length, status: last?.status ?? STATUS.not_started },
    remaining_attempts: remaining,
    status,
    result: resultOf(status),
    score: attempts.findLast(({ score }) => score !== null)?.score ?? null,
    best_score: bestScore(attempts),
    can_start: status !== STATUS.success && !exam.lacks_questions && (open ? !isOver : remaining !== 0),
    questions_count: open?.questions.length ?? exam.questions_count,
    extra_minutes: 0,
    taken_along: null,
    uncounted: null,
    // An author tries an exam without one (TRD-038).
    proctor: null,
    progress: {
      id: null,
      questions,
      resume_at: open ? resumeAt(questions) : null,
      ends_at: open?.ends_at?.toISOString() ?? null,
      milliseconds_left: open?.ends_at ? Math.max(0, open.ends_at.getTime() - Date.now()) : null,
      is_time_over: isOver,
      lease: null,
      attempts: attempts.map(presentAttempt),
    },
  }
}

const refuse = (code: 'exam_already_finished' | 'no_attempts_left') =>
  new ApiError(422, { code, message: errorText(code) })

/** Exams and knowledge checks in a preview: the questions are drawn as for a learner, answers are checked and forgotten. */
export const examAnswers = (run: CourseRun, draw: (examId: number) => Promise<Exam>): LocalAnswer[] => {
  const kept = new Map<number, Attempt[]>()
  const attemptsOf = (examId: number): Attempt[] => {
    const attempts = kept.get(examId) ?? []
    kept.set(examId, attempts)
    return attempts
  }
  const present = (exam: Exam) => presentExam(exam, attemptsOf(exam.id), run.statusOf(itemOf(exam)))
  const openOf = (examId: number): Attempt => {
    const last = attemptsOf(examId).at(-1)
    if (last?.status !== STATUS.in_progress) throw refuse('exam_already_finished')
    return last
  }

  const end = async (exam: Exam, attempt: Attempt) => {
    const correct = attempt.questions.filter((question) => isRight(attempt, question)).length
    const counts = { correct_count: correct, questions_count: attempt.questions.length }
    attempt.status = attemptResult(exam.type, counts, exam.passing_score)
    attempt.score = scorePercent(correct, counts.questions_count)
    attempt.is_time_over = isTimeUp(attempt)
    attempt.finished_at = new Date().toISOString()
    const step = await run.step({ ...itemOf(exam), status: attempt.status })
    const { course_status, progress, next_item } = step
    const course = { status: course_status, progress, next_item }
    return { status: attempt.status, result: resultOf(attempt.status), score: attempt.score, course }
  }
  const stepOf = async (exam: Exam, attempt: Attempt, number: number | null) => ({
    answered_count: attempt.answers.size,
    questions_count: attempt.questions.length,
    next_question: number,
    finished: number === null ? await end(exam, attempt) : null,
  })

  return [
    answers(showLearnerExam, async ({ params }) => ({ data: present(await draw(params.examId)) })),
    answers(startExam, async ({ params }) => {
      const exam = await draw(params.examId)
      const attempts = attemptsOf(exam.id)
      const decision = decideStart({
        status: run.statusOf(itemOf(exam)),
        attempts_number: exam.attempts_number,
        attempts_used: attempts.length,
        has_open_attempt: attempts.at(-1)?.status === STATUS.in_progress,
      })
      if (decision === 'exam_already_finished' || decision === 'no_attempts_left') throw refuse(decision)
      if (decision === 'begin') {
        const now = new Date()
        attempts.push({
          started_at: now.toISOString(),
          finished_at: null,
          ends_at: endOf(now, exam.time_limit_minutes, 0),
          is_time_over: false,
          status: STATUS.in_progress,
          score: null,
          questions: exam.questions,
          answers: new Map(),
        })
        await run.open(itemOf(exam))
      }
      return { data: present(exam) }
    }),
    answers(answerQuestion, async ({ params, body }) => {
      const attempt = openOf(params.examId)
      const exam = await draw(params.examId)
      const index = attempt.questions.findIndex(({ id }) => id === body.question_id)
      if (index === -1) throw notFound()
      if (!attempt.answers.has(body.question_id)) attempt.answers.set(body.question_id, body.answer_ids)
      const numbered = attempt.questions.map(({ id }, at) => ({ number: at + 1, question_id: id }))
      const next = nextOpen(numbered, index + 1, (id) => !attempt.answers.has(id))
      return { data: await stepOf(exam, attempt, next) }
    }),
    answers(keepQuestionTime, ({ body }) => ({ data: { milliseconds: body.milliseconds } })),
    answers(finishExam, async ({ params }) => {
      const attempt = openOf(params.examId)
      return { data: await stepOf(await draw(params.examId), attempt, null) }
    }),
  ]
}
