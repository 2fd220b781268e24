import { type Progress, requireUnlocked, STATUS, type Tracked, track } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { AppError, errorText, fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import type { sendLeasedAttempt } from '../../contract-leases.ts'
import { answerFault, attemptResult, isCorrect, scorePercent } from '../../rules/attempt.ts'
import { attemptTimes, outcomeOf } from '../../rules/leases.ts'
import { itemTypeOf, loadAttempts, type StoredAttempt } from '../attempt-store.ts'
import { mayTake } from '../take.ts'
import {
  insertLeasedAttempt,
  type LeasedQuestion,
  loadLeasedQuestions,
  loadLeases,
  type StoredLease,
} from './lease-store.ts'

type Sent = z.output<(typeof sendLeasedAttempt)['body']>
type Ref = { exam_id: number; id: string }

/** Whether the course keeps the item closed still: steps that should have come before it were refused. */
const isLocked = async (tx: Tx, ctx: SignedIn, { course }: Tracked, item: { type: 'Exam' | 'Survey'; id: number }) => {
  try {
    await requireUnlocked(tx, ctx, course, item)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'item_locked') return true
    throw error
  }
}

/** The answers that count: each to a question of the lease, once, and given before the end of the time. */
const gradeAnswers = (
  questions: readonly LeasedQuestion[],
  sent: Sent['answers'],
  times: { started_at: Date; finished_at: Date; ends_at: Date | null },
) => {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const seen = new Set<number>()
  return sent.flatMap(({ question_id, answer_ids, answered_at, milliseconds }) => {
    const question = byId.get(question_id)
    if (!question || seen.has(question_id))
      throw fail('invalid', { fields: { answers: [errorText('not_in_options')] } })
    seen.add(question_id)
    const graded = {
      type: question.type,
      offered_ids: question.answers.map(({ id }) => id),
      correct_ids: question.answers.filter((answer) => answer.is_correct).map(({ id }) => id),
    }
    const fault = answerFault(graded, answer_ids)
    if (fault) throw fail('invalid', { fields: { answers: [errorText(fault)] } })
    // Past the limit an answer does not count, as with a connection (EXM-033).
    if (times.ends_at !== null && answered_at > times.ends_at) return []
    const at = Math.max(times.started_at.getTime(), Math.min(answered_at.getTime(), times.finished_at.getTime()))
    return [
      {
        question_id,
        answer_ids: [...new Set(answer_ids)],
        is_correct: isCorrect(graded, answer_ids),
        answered_at: new Date(at),
        milliseconds: Math.min(milliseconds, times.finished_at.getTime() - times.started_at.getTime()),
      },
    ]
  })
}

const presentReceived = (
  lease: Pick<StoredLease, 'outcome'>,
  attempt: Pick<StoredAttempt, 'status' | 'score' | 'answered_count' | 'questions_count'>,
) => ({
  data: {
    outcome: lease.outcome ?? 'counts',
    status: attempt.status,
    score: attempt.score ?? 0,
    answered_count: attempt.answered_count,
    questions_count: attempt.questions_count,
  },
})

/**
 * Takes in the attempt of a lease, once, and grades it like every attempt (EXM-013, EXM-014). It counts while the lease holds the
 * exam, by the clock of the server; otherwise it is kept out of the exam with the reason, and nothing in the course changes
 * (OFF-019, OFF-020). The enrollment is locked; the same lease again is answered the same. Access that has ended refuses
 * nothing, since answers must not be lost.
 */
export const receiveAttempt = async (progress: Progress, tx: Tx, ctx: SignedIn, ref: Ref, sent: Sent) => {
  const portal_id = ctx.portal.id
  const at = { enrollment_id: sent.related_id, exam_id: ref.exam_id }
  if (ctx.viewer.current_role !== 'learner') throw fail('learner_only')
  const [tracked, attempts, leases] = await Promise.all([
    track(tx, ctx, sent.related_id),
    loadAttempts(tx, portal_id, at),
    loadLeases(tx, portal_id, at),
  ])
  const { enrollment, course } = tracked
  const lease = leases.find(({ id }) => id === ref.id)
  if (enrollment.user_id !== ctx.viewer.user_id || !lease) throw fail('not_found')
  const former = attempts.find(({ id }) => id === lease.attempt_id)
  if (former) return presentReceived(lease, former)

  const questions = await loadLeasedQuestions(tx, portal_id, lease.id)
  // Purged: nothing can be graded any more (OFF-022).
  if (questions.length === 0) throw fail('not_found')
  const times = attemptTimes(lease, sent, ctx.now)
  const answers = gradeAnswers(questions, sent.answers, times)
  const counts = {
    correct_count: answers.filter(({ is_correct }) => is_correct).length,
    questions_count: questions.length,
  }
  const attempt = {
    number: (attempts.at(-1)?.number ?? 0) + 1,
    status: attemptResult(lease.type, counts, lease.passing_score),
    score: scorePercent(counts.correct_count, counts.questions_count),
    answered_count: answers.length,
    ...counts,
    ...times,
  }
  const type = itemTypeOf(lease.type)
  const item = course.outline.find((entry) => entry.type === type && entry.id === lease.exam_id)
  const is_done = item !== undefined && item.status !== STATUS.not_started && item.status !== STATUS.in_progress
  const outcome = outcomeOf(lease, {
    now: ctx.now,
    may_take: enrollment.ended_at === null && mayTake(enrollment, { type: lease.type, is_done }),
    is_locked: item !== undefined && (await isLocked(tx, ctx, tracked, { type, id: lease.exam_id })),
  })
  await insertLeasedAttempt(tx, {
    lease,
    portal_id,
    attempt,
    answers,
    device_started_at: sent.started_at,
    device_finished_at: sent.finished_at,
    received_at: ctx.now,
    outcome,
  })
  // One who was moved to a version without it keeps the attempt (VER-015).
  if (outcome === 'counts' && item)
    await progress.change(tx, ctx, tracked, { type, id: lease.exam_id, status: attempt.status })
  return presentReceived({ outcome }, attempt)
}
