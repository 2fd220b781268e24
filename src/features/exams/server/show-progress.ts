import { loadShownPeople } from '#features/accounts/server/api.ts'
import { loadEnrollment, requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import { loadTrackedCourse, resultOf, type Status } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { bestScore } from '../rules/attempt.ts'
import { extraMinutesOf } from '../rules/time-limit.ts'
import { loadAttempts, loadQuestions, loadTakenExam, type StoredAttempt, type StoredQuestion } from './attempt-store.ts'
import { countedAttempts, presentTries } from './present.ts'
import { examItem } from './show-exam.ts'
import { loadExtraMinutes } from './time-store.ts'

type People = Awaited<ReturnType<typeof loadShownPeople>>

/** Times inside of JSON come as text. */
const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const presentGraded = (attempt: StoredAttempt, questions: readonly StoredQuestion[], people: People) => ({
  id: attempt.id,
  number: attempt.number,
  status: attempt.status as Status,
  result: resultOf(attempt.status as Status),
  score: attempt.score,
  passing_score: attempt.passing_score,
  correct_count: attempt.correct_count,
  answered_count: attempt.answered_count,
  questions_count: attempt.questions_count,
  started_at: attempt.started_at,
  finished_at: attempt.finished_at,
  time_limit_minutes: attempt.time_limit_minutes,
  extra_minutes: extraMinutesOf(attempt),
  ends_at: attempt.ends_at,
  is_time_over: attempt.is_time_over,
  reset_at: attempt.reset_at,
  reset_by: attempt.reset_by === null ? null : (people.get(attempt.reset_by) ?? null),
  questions: questions.map(({ question_id: id, answered_at, arrived_at, ...question }) => ({
    id,
    ...question,
    answered_at: timeOf(answered_at),
    arrived_at: timeOf(arrived_at),
  })),
})

/** A learner's attempts at an exam with answers, score and result, for those who grade (EXM-024, EXM-028). */
export const loadExamProgress = async (tx: Tx, ctx: SignedIn, ref: { related_id: number; exam_id: number }) => {
  const portalId = ctx.portal.id
  const at = { enrollment_id: ref.related_id, exam_id: ref.exam_id }
  const [row, course, exam, attempts, extraMinutes] = await Promise.all([
    loadEnrollment(tx, ctx, ref.related_id),
    loadTrackedCourse(tx, portalId, ref.related_id),
    loadTakenExam(tx, portalId, at),
    loadAttempts(tx, portalId, at),
    loadExtraMinutes(tx, portalId, at),
  ])
  const enrollment = await requireLearnerWithinReach(tx, ctx, row)
  if (!course) throw fail('not_found')
  const { exam: taken, item } = examItem(exam, course)
  const reset = attempts.flatMap(({ reset_by: by }) => by ?? [])
  const [questions, people] = await Promise.all([
    loadQuestions(
      tx,
      portalId,
      attempts.map(({ id }) => id),
    ),
    loadShownPeople(tx, portalId, [enrollment.user_id, ...reset]),
  ])
  const learner = people.get(enrollment.user_id)
  if (!learner) throw fail('not_found')
  const counted = countedAttempts(attempts)
  const { id, type, title, course_id, attempts_number, passing_score, time_limit_minutes } = taken
  return {
    exam: { id, type, title, course_id, attempts_number, passing_score, time_limit_minutes },
    extra_minutes: extraMinutes,
    learner,
    related_id: enrollment.id,
    status: item.status,
    ...presentTries(counted, attempts_number),
    best_score: bestScore(counted),
    can_reset: counted.length > 0,
    attempts: attempts.map((attempt) => presentGraded(attempt, questions.get(attempt.id) ?? [], people)).reverse(),
  }
}
