import { requireIdentity, requireItemTime } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type ItemType, isModuleItem, isSameItem } from '../../rules/course.ts'
import { isDone, STATUS, type Status } from '../../rules/status.ts'
import { decideChange } from '../../rules/steps.ts'
import { presentStep } from '../present.ts'
import { answerOf, type Progress } from '../progress.ts'
import { requireUnlocked } from '../require-unlocked.ts'
import { requireActive, requireOwn, type Tracked, trackByProgress, trackOwn } from '../track.ts'

type ItemChange = { type: ItemType; id: number; status: Status }

/**
 * One step of the learner on a module item. A finished item is answered unchanged, even in a completed course that is
 * still readable, so that a repeated call is harmless (LRN-016, LEG-006). Everything else needs active access and an
 * item that is open (LRN-027), and finishing one the time that rules ask for (TRD-011, TRD-013); nothing is done while
 * identity questions stand in the way (TRD-053).
 */
const step = async (progress: Progress, tx: Tx, ctx: SignedIn, tracked: Tracked, item: ItemChange) => {
  const { enrollment, course } = tracked
  const before = course.outline.flatMap(({ items }) => items ?? []).find((one) => isSameItem(one, item))
  const next = decideChange(course, item)
  if (!before || !next) throw fail('not_found')
  if (enrollment.access !== 'active' && enrollment.is_readable && isDone(before.status))
    return { data: presentStep(answerOf(next, before.progress_id)) }
  requireActive(enrollment)
  await requireUnlocked(tx, ctx, course, item)
  if (course.has_rules && item.status === STATUS.finished && !isDone(before.status))
    await requireItemTime(tx, ctx, enrollment, item.id)
  else if (course.has_rules && before.status === STATUS.not_started) await requireIdentity(tx, ctx, enrollment)
  const opened = { type: item.type, id: item.id }
  const answer = await progress.applyStep(tx, ctx, tracked, next, { item, opened, is_last: true })
  return { data: presentStep(answer) }
}

const moving =
  (status: typeof STATUS.in_progress | typeof STATUS.finished) =>
  async (
    progress: Progress,
    tx: Tx,
    ctx: SignedIn,
    { related_id, ...item }: { related_id: number; type: ItemType; id: number },
  ) => {
    const tracked = await trackOwn(tx, ctx, { related_id }, { mayRepeat: true })
    return step(progress, tx, ctx, tracked, { ...item, status })
  }

/**
 * The learner starts a module item (LRN-013, LRN-044). Two round trips, one when the process knows the course, and one more
 * where a rule of the trade names it.
 */
export const startItem = moving(STATUS.in_progress)
/**
 * The learner finishes a module item (LRN-013, LRN-044). Two round trips, one when the process knows the course, and one more
 * where a rule of the trade names it.
 */
export const finishItem = moving(STATUS.finished)

/**
 * Syncs a progress row (LRN-038, LRN-046): in progress and finished are taken for module items, other statuses are refused
 * with 422; items with calls of their own, and modules, are answered unchanged. Two round trips, one when
 * the process knows the course.
 */
export const syncItem = async (
  progress: Progress,
  tx: Tx,
  ctx: SignedIn,
  { progress_id, status }: { progress_id: number; status: Status },
) => {
  const { item, ...tracked } = await trackByProgress(tx, ctx, progress_id, { mayRepeat: true })
  requireOwn(ctx, tracked.enrollment)
  if (!isModuleItem(item.type)) {
    const unchanged = decideChange(tracked.course, { ...item, status: item.status })
    if (!unchanged) throw fail('not_found')
    return { data: presentStep(answerOf(unchanged, progress_id)) }
  }
  if (status !== STATUS.in_progress && status !== STATUS.finished)
    throw fail('invalid', { fields: { status: ['Only in progress and finished can be set here.'] } })
  return step(progress, tx, ctx, tracked, { type: item.type, id: item.id, status })
}
