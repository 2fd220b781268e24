import { type Progress, STATUS, type StatusAnswer, type Tracked, track } from '#features/progress/server/api.ts'
import type { Context, PortalContext } from '#kernel/context.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { attemptResult, type ExamType, scorePercent } from '../rules/attempt.ts'
import { GRACE_MS, isOverdue, isTimeUp } from '../rules/time-limit.ts'
import { endAttempt, itemTypeOf, loadAttempts, type StoredAttempt } from './attempt-store.ts'
import { findOverdue, type OverdueAttempt } from './time-store.ts'

/** What the end of an attempt comes to. */
export type Ended = { status: 2 | 3 | 5; score: number; step: StatusAnswer | null }

/**
 * Ends an open attempt with what is there: open questions count as wrong (EXM-013). From its end on it ends by the clock,
 * as of that end (EXM-033). The enrollment is locked, so that it ends once. `step` is null where the exam is in its course no more.
 */
export const endOpenAttempt = async (
  progress: Progress,
  tx: Tx,
  ctx: Context,
  target: { tracked: Tracked; exam: { id: number; type: ExamType }; attempt: StoredAttempt },
): Promise<Ended> => {
  const { tracked, exam, attempt } = target
  const status = attemptResult(exam.type, attempt, attempt.passing_score)
  const score = scorePercent(attempt.correct_count, attempt.questions_count)
  const isOver = isTimeUp(attempt.ends_at, ctx.now)
  const end = { status, score, finished_at: (isOver ? attempt.ends_at : null) ?? ctx.now, is_time_over: isOver }
  const type = itemTypeOf(exam.type)
  const isInCourse = tracked.course.outline.some((entry) => entry.type === type && entry.id === exam.id)
  const [, step] = await Promise.all([
    endAttempt(tx, { portal_id: ctx.portal.id, attempt_id: attempt.id }, end),
    isInCourse ? progress.change(tx, ctx, tracked, { type, id: exam.id, status }) : null,
  ])
  return { status, score, step }
}

export type Deps = Pick<Services, 'progress' | 'portalById'>

/** A context for what nobody has called for. */
const contextOf = (portal: PortalContext, now: Date): Context => ({
  portal,
  host_portal: portal,
  viewer: null,
  scope: 'any',
  now,
  request: { id: 'exams.end-overdue', address: '', user_agent: '', is_secure: true },
})

const endOne = async ({ progress }: Deps, tx: Tx, ctx: Context, overdue: OverdueAttempt): Promise<boolean> => {
  const tracked = await track(tx, ctx, overdue.enrollment_id)
  const attempts = await loadAttempts(tx, ctx.portal.id, overdue)
  const attempt = attempts.find(({ id }) => id === overdue.id)
  // Somebody else ended, reset or prolonged it while the lock was waited for.
  const isDue =
    attempt?.status === STATUS.in_progress && attempt.reset_at === null && isOverdue(attempt.ends_at, ctx.now)
  if (!isDue) return false
  await endOpenAttempt(progress, tx, ctx, { tracked, exam: { id: overdue.exam_id, type: attempt.type }, attempt })
  return true
}

const AT_ONCE = 200

/**
 * Ends the attempts over all portals whose time is over and which no page has ended, each in its own transaction, so
 * that a run that dies continues later (EXM-033). A failing one does not block the others; its error is thrown at the
 * end. Returns how many were ended.
 */
export const endOverdueAttempts = async (deps: Deps, db: Db, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - GRACE_MS)
  const failures: unknown[] = []
  let ended = 0
  for (let from = 0; ; ) {
    const overdue = await findOverdue(db, before, from, AT_ONCE)
    for (const attempt of overdue) {
      from = attempt.id
      try {
        const portal = await deps.portalById(attempt.portal_id)
        if (!portal) continue
        if (await db.withPortal(portal.id, (tx) => endOne(deps, tx, contextOf(portal, now), attempt))) ended += 1
      } catch (error) {
        failures.push(error)
      }
    }
    if (overdue.length < AT_ONCE) break
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Attempts could not be ended')
  return ended
}
