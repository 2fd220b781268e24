import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { isSameItem } from '../../rules/course.ts'
import { isDone, STATUS } from '../../rules/status.ts'
import { decideChange } from '../../rules/steps.ts'
import { presentStep } from '../present.ts'
import { answerOf, type Progress } from '../progress.ts'
import { requireUnlocked } from '../require-unlocked.ts'
import { requireActive, trackOwn } from '../track.ts'

type ModuleSettlement = { related_id: number; module_id: number; asks_for_success?: boolean }

/**
 * Settles a module: finished when all its items are done, a success when the call asks for it and they all are, in progress
 * otherwise; one without items is finished by being opened (LRN-017 to LRN-020, LRN-045).
 */
export const settleModule = async (progress: Progress, tx: Tx, ctx: SignedIn, settlement: ModuleSettlement) => {
  const tracked = await trackOwn(tx, ctx, { related_id: settlement.related_id })
  const { enrollment, course } = tracked
  const item = { type: 'Module' as const, id: settlement.module_id, status: STATUS.finished }
  const before = course.outline.find((entry) => isSameItem(entry, item))
  const next = decideChange(course, { ...item, asks_for_success: settlement.asks_for_success ?? false })
  if (!before || !next) throw fail('not_found')
  if (enrollment.access !== 'active' && enrollment.is_readable && isDone(before.status))
    return { data: presentStep(answerOf(next, before.progress_id)) }
  requireActive(enrollment)
  await requireUnlocked(tx, ctx, course, item)
  const answer = await progress.applyStep(tx, ctx, tracked, next, { item })
  return { data: presentStep(answer) }
}
