import { randomInt } from 'node:crypto'
import { type Progress, requireOwn, requireUnlocked, STATUS, track } from '#features/progress/server/api.ts'
import { requireRoomToBegin } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { decideStart } from '../../rules/attempt.ts'
import { drawQuestions } from '../../rules/draw.ts'
import { endOf, isTimeUp } from '../../rules/time-limit.ts'
import { insertAttempt, loadAttempts, loadPoolsToDraw, loadTakenExam } from '../attempt-store.ts'
import { endOpenAttempt } from '../end-attempt.ts'
import { loadLeases, openLeaseOf } from '../leases/lease-store.ts'
import { spendOpening } from '../opening-store.ts'
import { countedAttempts } from '../present.ts'
import { requireOpening } from '../proctor.ts'
import { examItem, presentExam } from '../show-exam.ts'
import { requireTakeable, takingOf } from '../take.ts'
import { loadExtraMinutes } from '../time-store.ts'

/**
 * Starts an attempt: draws its questions and copies them, so that they no longer change; or continues the open one
 * (EXM-010, EXM-018). An open one whose time is over is ended instead, and nothing starts (EXM-033). Two starts at once
 * start one attempt, since the enrollment is locked. An exam that needs a proctor begins with the opening that stands, which
 * is used up by it, else `proctor_needed` (TRD-038). Throws `exam_already_finished`, `no_attempts_left` (EXM-017),
 * `invalid` for an exam without enough questions (EXM-029), `exam_taken_along` while a device holds it (OFF-018), and `day_limit_reached` once the limit of a day is (TRD-063).
 */
export const startOwnExam = async (
  { progress, secret }: { progress: Progress; secret: string },
  tx: Tx,
  ctx: SignedIn,
  ref: { related_id: number; exam_id: number },
) => {
  const at = { enrollment_id: ref.related_id, exam_id: ref.exam_id }
  const [tracked, takenExam, attempts, pools, extraMinutes, leases] = await Promise.all([
    track(tx, ctx, ref.related_id),
    loadTakenExam(tx, ctx.portal.id, at),
    loadAttempts(tx, ctx.portal.id, at),
    loadPoolsToDraw(tx, ctx.portal.id, at),
    loadExtraMinutes(tx, ctx.portal.id, at),
    loadLeases(tx, ctx.portal.id, at),
  ])
  const enrollment = requireOwn(ctx, tracked.enrollment)
  const { exam, item } = examItem(takenExam, tracked.course)
  requireTakeable(enrollment, takingOf(exam.type, item.status))
  await requireUnlocked(tx, ctx, tracked.course, item)
  const counted = countedAttempts(attempts)
  const last = counted.at(-1)
  const decision = decideStart({
    status: item.status,
    attempts_number: exam.attempts_number,
    attempts_used: counted.length,
    has_open_attempt: last?.status === STATUS.in_progress,
  })
  const call = { ...ctx, secret }
  const { course } = tracked
  const view = { exam, enrollment, course, status: item.status, progress_id: item.progress_id }
  if (decision === 'continue' && last && isTimeUp(last.ends_at, ctx.now)) {
    const { step } = await endOpenAttempt(progress, tx, ctx, { tracked, exam, attempt: last })
    return { data: await presentExam(tx, call, { ...view, ...(step && { status: step.item_status }) }) }
  }
  if (decision === 'continue') return { data: await presentExam(tx, call, view) }
  if (decision !== 'begin') throw fail(decision)
  if (openLeaseOf(leases, ctx.now)) throw fail('exam_taken_along')
  if (course.has_rules && enrollment.access === 'active') await requireRoomToBegin(tx, ctx, enrollment, item)
  const opening = await requireOpening(tx, ctx, { enrollment, course, exam })

  const seed = randomInt(2 ** 31 - 1)
  const questionIds = drawQuestions(pools, { seed, shuffle: exam.shuffle_questions })
  if (!questionIds) throw fail('invalid', { message: 'This exam does not have enough questions yet.' })
  const attempt = {
    portal_id: ctx.portal.id,
    ...at,
    type: exam.type,
    number: (attempts.at(-1)?.number ?? 0) + 1,
    seed,
    passing_score: exam.passing_score,
    started_at: ctx.now,
    time_limit_minutes: exam.time_limit_minutes,
    ends_at: endOf(ctx.now, exam.time_limit_minutes, extraMinutes),
  }
  const [copied, answer] = await Promise.all([
    insertAttempt(tx, attempt, tracked.course, questionIds),
    enrollment.access === 'active'
      ? progress.change(tx, ctx, tracked, { ...item, status: STATUS.in_progress }, { opened: item })
      : undefined,
  ])
  if (copied !== questionIds.length)
    throw fail('conflict', { message: 'The questions were changed at the same time. Please try again.' })
  if (opening !== null) await spendOpening(tx, ctx.portal.id, opening)
  const after = answer && { status: answer.item_status, progress_id: answer.progress_id }
  return { data: await presentExam(tx, call, { ...view, ...after }) }
}
