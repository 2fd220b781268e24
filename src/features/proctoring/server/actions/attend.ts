import { endOpenAttempt, examItem, loadAttempts, loadOpenings, loadTakenExam } from '#features/exams/server/api.ts'
import { type Progress, STATUS, track } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { closeOpening, insertIncident, loadOne, noteInOpening, type OpeningRow } from '../store.ts'
import { requirePerson, tellAndLog } from './tell.ts'

/** An opening within reach with its record; another one is `not_found`. */
const requireOpening = async (tx: Tx, ctx: SignedIn, id: number) => {
  const row = await loadOne(tx, ctx, id)
  if (!row) throw fail('not_found')
  const openings = await loadOpenings(tx, ctx.portal.id, { enrollment_ids: [row.related_id], exam_id: row.exam_id })
  const opening = openings.find((one) => one.id === id)
  if (!opening) throw fail('not_found')
  return { row, opening }
}

const notStarted = () => fail('invalid', { message: 'The learner has not started this exam yet.' })

/** Takes an opening back before its attempt begins, else `opening_over` (TRD-041). */
export const takeBack = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const { row } = await requireOpening(tx, ctx, id)
  const isClosed = await closeOpening(tx, ctx.portal.id, id, { closed_by: ctx.viewer.user_id, closed_at: ctx.now })
  if (!isClosed) throw fail('opening_over')
  await tellAndLog(tx, ctx, 'take-back', row)
}

/** Records in words what happened in an attempt, until its proctor has confirmed (TRD-042). */
export const addIncident = async (tx: Tx, ctx: SignedIn, id: number, text: string): Promise<void> => {
  const { row, opening } = await requireOpening(tx, ctx, id)
  if (opening.attempt_id === null) throw notStarted()
  if (opening.confirmed_at)
    throw fail('invalid', { message: 'This attempt is confirmed. Its record cannot change any more.' })
  await insertIncident(tx, {
    ...{ portal_id: ctx.portal.id, opening_id: id, text },
    ...{ recorded_by: ctx.viewer.user_id, recorded_at: ctx.now },
  })
  await tellAndLog(tx, ctx, 'incident', { ...row, more: { text } })
}

type Attempt = Awaited<ReturnType<typeof loadAttempts>>[number]

const requireRunning = (attempts: readonly Attempt[], attemptId: number): Attempt => {
  const attempt = attempts.find(({ id }) => id === attemptId)
  if (attempt?.status !== STATUS.in_progress || attempt.reset_at !== null) throw fail('exam_already_finished')
  return attempt
}

/** Ends an attempt for its learner: what was answered counts, as at the end of a time limit (TRD-042). */
export const endForLearner = async (progress: Progress, tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const { row, opening } = await requireOpening(tx, ctx, id)
  if (opening.attempt_id === null) throw notStarted()
  const at = { enrollment_id: row.related_id, exam_id: row.exam_id }
  const tracked = await track(tx, ctx, row.related_id)
  const [taken, attempts] = await Promise.all([
    loadTakenExam(tx, ctx.portal.id, at),
    loadAttempts(tx, ctx.portal.id, at),
  ])
  const attempt = requireRunning(attempts, opening.attempt_id)
  const { exam } = examItem(taken, tracked.course)
  await endOpenAttempt(progress, tx, ctx, { tracked, exam, attempt })
  // Otherwise its clock ended it before.
  if (attempt.ends_at === null || attempt.ends_at > ctx.now)
    await noteInOpening(tx, ctx.portal.id, id, { ended_at: ctx.now, ended_by: ctx.viewer.user_id })
  await tellAndLog(tx, ctx, 'end', row)
}

const hasEnded = ({ attempt_number, status }: OpeningRow): boolean =>
  attempt_number !== null && status !== STATUS.in_progress

/**
 * The proctor confirms to have been present until the end, which completes a course that lacked only this (TRD-043, TRD-044).
 * A second confirmation changes nothing.
 */
export const confirmUntilEnd = async (progress: Progress, tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  requirePerson(ctx)
  const { row, opening } = await requireOpening(tx, ctx, id)
  if (opening.opened_by !== ctx.viewer.user_id) throw fail('not_enough_permissions')
  if (!hasEnded(row)) throw fail('invalid', { message: 'Please confirm after the attempt has ended.' })
  if (opening.confirmed_at) return
  await noteInOpening(tx, ctx.portal.id, id, { confirmed_at: ctx.now })
  await tellAndLog(tx, ctx, 'confirm', row)
  await progress.settleCourse(tx, ctx, row.related_id)
}
