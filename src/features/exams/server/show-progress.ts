import { loadShownPeople } from '#features/accounts/server/api.ts'
import { loadEnrollment, requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import { loadLastVersion } from '#features/outline/server/api.ts'
import { loadTrackedCourse, resultOf, STATUS, type Status, type TrackedCourse } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { bestScore } from '../rules/attempt.ts'
import { isClockOff } from '../rules/leases.ts'
import { extraMinutesOf } from '../rules/time-limit.ts'
import {
  loadAttempts,
  loadExamInVersion,
  loadQuestions,
  loadTakenExam,
  type StoredAttempt,
  type StoredQuestion,
  type TakenExam,
} from './attempt-store.ts'
import { loadLeases, type StoredLease } from './leases/lease-store.ts'
import { loadOpenings } from './opening-store.ts'
import { countedAttempts, presentTries } from './present.ts'
import { peopleOf, presentProctoring } from './proctor.ts'
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

/** How an attempt was taken without a connection; null for one with (OFF-020). */
const presentOffline = (lease: StoredLease | undefined) => {
  if (!lease?.received_at || !lease.device_started_at || !lease.device_finished_at || !lease.outcome) return null
  const { issued_at, expires_at, device_started_at, device_finished_at, received_at, outcome } = lease
  const claimed = { started_at: device_started_at, finished_at: device_finished_at }
  const is_clock_off = isClockOff(lease, claimed, received_at)
  return { issued_at, expires_at, device_started_at, device_finished_at, received_at, outcome, is_clock_off }
}

const currentExam = (exam: TakenExam, course: TrackedCourse) => {
  const { item } = examItem(exam, course)
  return { exam, status: item.status }
}

/** An exam that the learner took before they were moved to a version without it (VER-015). */
const formerExam = async (
  tx: Tx,
  portalId: number,
  { course_id }: TrackedCourse,
  { exam_id: id, attempts }: { exam_id: number; attempts: readonly StoredAttempt[] },
) => {
  const last = countedAttempts(attempts).at(-1)
  const version = await loadLastVersion(tx, portalId, course_id, { types: ['Exam', 'Survey'], id })
  const exam = version === null ? null : await loadExamInVersion(tx, portalId, { course_id, version }, id)
  if (!exam || attempts.length === 0) throw fail('not_found')
  return { exam, status: (last?.status ?? STATUS.not_started) as Status }
}

/** A learner's attempts at an exam with answers, score and result, for those who grade (EXM-024, EXM-028). */
export const loadExamProgress = async (tx: Tx, ctx: SignedIn, ref: { related_id: number; exam_id: number }) => {
  const portalId = ctx.portal.id
  const at = { enrollment_id: ref.related_id, exam_id: ref.exam_id }
  const [row, course, exam, attempts, extraMinutes, openings, leases] = await Promise.all([
    loadEnrollment(tx, ctx, ref.related_id),
    loadTrackedCourse(tx, portalId, ref.related_id),
    loadTakenExam(tx, portalId, at),
    loadAttempts(tx, portalId, at),
    loadExtraMinutes(tx, portalId, at),
    loadOpenings(tx, portalId, { enrollment_ids: [ref.related_id], exam_id: ref.exam_id }),
    loadLeases(tx, portalId, at),
  ])
  const enrollment = await requireLearnerWithinReach(tx, ctx, row)
  if (!course) throw fail('not_found')
  const { exam: taken, status } = exam
    ? currentExam(exam, course)
    : await formerExam(tx, portalId, course, { exam_id: ref.exam_id, attempts })
  const reset = attempts.flatMap(({ reset_by: by }) => by ?? [])
  const [questions, people, proctors] = await Promise.all([
    loadQuestions(
      tx,
      portalId,
      attempts.map(({ id }) => id),
    ),
    loadShownPeople(tx, portalId, [enrollment.user_id, ...reset]),
    peopleOf(tx, portalId, openings),
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
    status,
    ...presentTries(counted, attempts_number),
    best_score: bestScore(counted),
    is_in_course: exam !== null,
    can_reset: exam !== null && counted.length > 0,
    attempts: attempts
      .map((attempt) => {
        const opening = openings.find(({ attempt_id }) => attempt_id === attempt.id)
        return {
          ...presentGraded(attempt, questions.get(attempt.id) ?? [], people),
          proctor: opening ? presentProctoring(opening, proctors) : null,
          offline: presentOffline(leases.find(({ attempt_id }) => attempt_id === attempt.id)),
        }
      })
      .reverse(),
  }
}
