import { randomInt } from 'node:crypto'
import { lockEnrollment } from '#features/enrollments/server/api.ts'
import { requireOwn, STATUS, type Tracked, track } from '#features/progress/server/api.ts'
import { countsTime } from '#features/trade-rules/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { decideStart } from '../../rules/attempt.ts'
import { drawQuestions } from '../../rules/draw.ts'
import { leaseEnd } from '../../rules/leases.ts'
import { loadAttempts, loadPoolsToDraw, loadTakenExam, type TakenExam } from '../attempt-store.ts'
import { countedAttempts } from '../present.ts'
import { proctorRuleOf } from '../proctor.ts'
import { examItem } from '../show-exam.ts'
import { requireTakeable, takingOf } from '../take.ts'
import { loadExtraMinutes } from '../time-store.ts'
import {
  endLease,
  endUnusedLease,
  enrollmentOfLease,
  insertLease,
  isLeaseKnown,
  loadLeasedQuestions,
  loadLeases,
  type StoredLease,
} from './lease-store.ts'

/** A lease as its device keeps it: the questions without what is right. */
const presentLease = async (
  tx: Tx,
  portalId: number,
  title: string,
  lease:
    | StoredLease
    | Omit<
        StoredLease,
        'ended_as' | 'attempt_id' | 'device_started_at' | 'device_finished_at' | 'received_at' | 'outcome'
      >,
) => {
  const questions = await loadLeasedQuestions(tx, portalId, lease.id)
  const { id, exam_id, type, issued_at, expires_at, time_limit_minutes: limit, extra_minutes } = lease
  return {
    id,
    exam_id,
    type,
    title,
    issued_at,
    expires_at,
    minutes: limit === null ? null : limit + extra_minutes,
    questions: questions.map(({ id: question, type: kind, text, answers }, index) => ({
      id: question,
      number: index + 1,
      type: kind,
      text,
      answers: answers.map(({ id: answer, text: words }) => ({ id: answer, text: words })),
    })),
  }
}

/** Refuses what is never taken along: the author's setting, a proctor, and courses that count time (OFF-017). */
const requireOffline = async (tx: Tx, ctx: SignedIn, { enrollment, course }: Tracked, exam: TakenExam) => {
  if (!exam.allows_offline) throw fail('exam_not_offline')
  if (!course.has_rules) return
  if (!enrollment.completed_at && (await countsTime(tx, ctx.portal.id, course.course_id)))
    throw fail('course_counts_time')
  if (await proctorRuleOf(tx, ctx, { enrollment, course, exam })) throw fail('exam_not_offline')
}

/**
 * Takes an exam along: draws its questions as for an attempt and stores them in a lease that holds the exam, also while it is
 * still locked in its course. No attempt begins. The same id again answers the same lease; the enrollment is locked, so that
 * there is one at a time (OFF-016, OFF-018). Throws `exam_not_offline`, `exam_taken_along`, `exam_open`, and what a start throws.
 */
export const takeExamAlong = async (
  tx: Tx,
  ctx: SignedIn,
  ref: { related_id: number; exam_id: number; id: string },
) => {
  const at = { enrollment_id: ref.related_id, exam_id: ref.exam_id }
  const portal_id = ctx.portal.id
  const [tracked, takenExam, attempts, pools, extra_minutes, leases, isKnown] = await Promise.all([
    track(tx, ctx, ref.related_id),
    loadTakenExam(tx, portal_id, at),
    loadAttempts(tx, portal_id, at),
    loadPoolsToDraw(tx, portal_id, at),
    loadExtraMinutes(tx, portal_id, at),
    loadLeases(tx, portal_id, at),
    isLeaseKnown(tx, portal_id, ref.id),
  ])
  const enrollment = requireOwn(ctx, tracked.enrollment)
  const { exam, item } = examItem(takenExam, tracked.course)
  const open = leases.find(({ ended_as }) => ended_as === null)
  if (open && open.expires_at >= ctx.now) {
    if (open.id !== ref.id) throw fail('exam_taken_along')
    return { data: await presentLease(tx, portal_id, exam.title, open) }
  }
  if (isKnown) throw fail('not_found')
  requireTakeable(enrollment, takingOf(exam.type, item.status))
  await requireOffline(tx, ctx, tracked, exam)
  const counted = countedAttempts(attempts)
  const decision = decideStart({
    status: item.status,
    attempts_number: exam.attempts_number,
    attempts_used: counted.length,
    has_open_attempt: counted.at(-1)?.status === STATUS.in_progress,
  })
  if (decision === 'continue') throw fail('exam_open')
  if (decision !== 'begin') throw fail(decision)
  const seed = randomInt(2 ** 31 - 1)
  const questionIds = drawQuestions(pools, { seed, shuffle: exam.shuffle_questions })
  if (!questionIds) throw fail('invalid', { message: 'This exam does not have enough questions yet.' })
  if (open) await endLease(tx, { portal_id, id: open.id }, { ended_at: ctx.now, ended_as: 'expired' })
  const lease = {
    portal_id,
    ...at,
    id: ref.id,
    type: exam.type,
    version: tracked.course.version,
    seed,
    passing_score: exam.passing_score,
    time_limit_minutes: exam.time_limit_minutes,
    extra_minutes,
    issued_at: ctx.now,
    expires_at: leaseEnd(enrollment.expires_at, ctx.now),
  }
  const copied = await insertLease(tx, lease, tracked.course.course_id, questionIds)
  if (copied !== questionIds.length)
    throw fail('conflict', { message: 'The questions were changed at the same time. Please try again.' })
  return { data: await presentLease(tx, portal_id, exam.title, lease) }
}

/** Gives a lease back, which frees the exam; one that has ended already stays as it is (OFF-018). */
export const giveExamBack = async (tx: Tx, ctx: SignedIn, ref: { related_id: number; exam_id: number; id: string }) => {
  const [{ enrollment }, leases] = await Promise.all([
    track(tx, ctx, ref.related_id),
    loadLeases(tx, ctx.portal.id, { enrollment_id: ref.related_id, exam_id: ref.exam_id }),
  ])
  requireOwn(ctx, enrollment)
  if (!leases.some(({ id }) => id === ref.id)) throw fail('not_found')
  await endLease(tx, { portal_id: ctx.portal.id, id: ref.id }, { ended_at: ctx.now, ended_as: 'returned' })
  return { data: { id: ref.id } }
}

/**
 * Gives a lease back by its id alone, which nobody but its learner can read. Throws `not_found` and changes nothing for one that
 * has ended, expired or become an attempt, for one of another portal, and for an unknown id (OFF-023).
 */
export const giveUnusedBack = async (tx: Tx, ctx: Context, id: string) => {
  const portal_id = ctx.portal.id
  const enrollmentId = await enrollmentOfLease(tx, portal_id, id)
  // An attempt that arrives at the same moment comes before or after this, and so does a start or another lease.
  if (enrollmentId !== undefined) await lockEnrollment(tx, ctx, enrollmentId)
  if (!(await endUnusedLease(tx, { portal_id, id }, ctx.now))) throw fail('not_found')
  return { data: { id } }
}
