import { type Enrollment, loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import {
  loadTrackedCourse,
  requireUnlocked,
  resultOf,
  STATUS,
  type Status,
  type TrackedCourse,
} from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { bestScore, resumeAt } from '../rules/attempt.ts'
import { drawnCount, lacksQuestions } from '../rules/drawing.ts'
import { isTimeUp } from '../rules/time-limit.ts'
import {
  itemTypeOf,
  loadAttempts,
  loadPoolsToDraw,
  loadQuestions,
  loadTakenExam,
  type StoredAttempt,
  type TakenExam,
} from './attempt-store.ts'
import { issueLease } from './lease.ts'
import { loadLeases, openLeaseOf, type StoredLease } from './leases/lease-store.ts'
import { countedAttempts, presentAttempt, presentQuestion, presentTries, shownAttempt } from './present.ts'
import { loadProctors } from './proctor.ts'
import { mayTake, takingOf } from './take.ts'
import { loadExtraMinutes } from './time-store.ts'

/** The exam as an item of a learner's course: its status and its progress row. Throws `not_found` outside the course. */
export const examItem = (exam: TakenExam | null, course: TrackedCourse) => {
  const type = exam && itemTypeOf(exam.type)
  const item = course.outline.find((entry) => entry.type === type && entry.id === exam?.id)
  if (!exam || !item || exam.course_id !== course.course_id) throw fail('not_found')
  return {
    exam,
    item: { type: itemTypeOf(exam.type), id: exam.id, status: item.status, progress_id: item.progress_id },
  }
}

type ShownExam = {
  exam: TakenExam
  enrollment: Enrollment
  course: Pick<TrackedCourse, 'has_rules'>
  status: Status
  progress_id: number | null
}
type Call = Pick<SignedIn, 'portal' | 'now'> & { secret: string }

/** How the open attempt stands by the server's clock, and what proves it later (EXM-032, EXM-034). */
const presentClock = ({ portal, now, secret }: Call, open: StoredAttempt | undefined) => {
  const endsAt = open?.ends_at ?? null
  const isOver = isTimeUp(endsAt, now)
  const runs = open && !isOver
  return {
    ends_at: endsAt,
    milliseconds_left: endsAt && Math.max(0, endsAt.getTime() - now.getTime()),
    is_time_over: isOver,
    lease: runs ? issueLease(secret, { portal_id: portal.id, attempt_id: open.id, issued_at: now }) : null,
  }
}

/** The last attempt of a lease that does not count, unless one that does ended after it came (OFF-019). */
const lastUncounted = (leases: readonly StoredLease[], counted: readonly StoredAttempt[]) => {
  const last = leases.findLast(({ outcome }) => outcome !== null && outcome !== 'counts')
  if (!last?.received_at || !last.outcome) return null
  const { received_at, outcome } = last
  return counted.some(({ finished_at: end }) => end === null || end >= received_at) ? null : { received_at, outcome }
}

/** The exam with its attempts as this transaction sees them. */
export const presentExam = async (tx: Tx, call: Call, { exam, enrollment, course, status, progress_id }: ShownExam) => {
  const portalId = call.portal.id
  const at = { enrollment_id: enrollment.id, exam_id: exam.id }
  const [all, extraMinutes, pools, leases, proctors] = await Promise.all([
    loadAttempts(tx, portalId, at),
    loadExtraMinutes(tx, portalId, at),
    loadPoolsToDraw(tx, portalId, at),
    loadLeases(tx, portalId, at),
    loadProctors(tx, call, { enrollment, course, exam }, { isPassed: status === STATUS.success }),
  ])
  const attached = pools.map(({ questions_count, question_ids }) => ({
    questions_count,
    available: question_ids.length,
  }))
  const attempts = countedAttempts(all)
  // Answers that came late may have passed the exam while another attempt runs, which then counts no more.
  const last = status === STATUS.success ? undefined : shownAttempt(exam.type, attempts)
  const isOpen = last?.status === STATUS.in_progress
  const clock = presentClock(call, isOpen ? last : undefined)
  const current = clock.is_time_over ? undefined : last
  const questions = current ? ((await loadQuestions(tx, portalId, [current.id])).get(current.id) ?? []) : []
  const tries = presentTries(attempts, exam.attempts_number)
  const finished = attempts.filter((attempt) => attempt.status !== PROGRESS.in_progress)
  // An open attempt has its questions, whatever has become of the pools.
  const lacks = !isOpen && lacksQuestions(attached)
  const openLease = openLeaseOf(leases, call.now)
  const hasAttempt = isOpen ? !clock.is_time_over : tries.remaining_attempts !== 0
  return {
    id: exam.id,
    type: exam.type,
    title: exam.title,
    description: exam.description,
    passing_score: exam.type === 'exam' ? exam.passing_score : null,
    attempts_number: exam.attempts_number,
    ...tries,
    status,
    result: resultOf(status),
    score: finished.at(-1)?.score ?? null,
    best_score: bestScore(finished),
    can_start:
      status !== STATUS.success &&
      hasAttempt &&
      !lacks &&
      !openLease &&
      mayTake(enrollment, takingOf(exam.type, status)),
    proctor: isOpen ? null : proctors.next,
    questions_count: isOpen ? last.questions_count : drawnCount(attached),
    lacks_questions: lacks,
    time_limit_minutes: exam.time_limit_minutes,
    extra_minutes: extraMinutes,
    taken_along: openLease
      ? { id: openLease.id, issued_at: openLease.issued_at, expires_at: openLease.expires_at }
      : null,
    uncounted: lastUncounted(leases, attempts),
    progress: {
      id: progress_id,
      questions: questions.map((question) => presentQuestion(question, !isOpen)),
      resume_at: isOpen ? resumeAt(questions) : null,
      ...clock,
      attempts: attempts.map((attempt, index) => ({
        ...presentAttempt(attempt, index),
        is_offline: leases.some(({ attempt_id }) => attempt_id === attempt.id),
        proctor: proctors.ofAttempt(attempt.id),
      })),
    },
  }
}

/** An exam of an own course that may be read and is open to the learner (EXM-006, EXM-026, LRN-027). */
export const showOwnExam = async (
  secret: string,
  tx: Tx,
  ctx: SignedIn,
  at: { related_id: number; exam_id: number; for_device?: boolean | undefined },
) => {
  const [enrollment, course, row] = await Promise.all([
    loadOwnEnrollment(tx, ctx, { related_id: at.related_id, to: 'read' }),
    loadTrackedCourse(tx, ctx.portal.id, at.related_id),
    loadTakenExam(tx, ctx.portal.id, { enrollment_id: at.related_id, exam_id: at.exam_id }),
  ])
  if (!course) throw fail('not_found')
  const { exam, item } = examItem(row, course)
  if (!at.for_device) await requireUnlocked(tx, ctx, course, item)
  return {
    data: await presentExam(
      tx,
      { ...ctx, secret },
      { exam, enrollment, course, status: item.status, progress_id: item.progress_id },
    ),
  }
}
