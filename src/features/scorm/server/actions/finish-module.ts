import { type Progress, requireOwn, track } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { launchableItems } from '../../rules/manifest.ts'
import { attemptResult, NEW_ATTEMPT } from '../../rules/player/cmi.ts'
import { isLessonStatus, nextItemStatus, resultOfStatus } from '../../rules/result.ts'
import { loadAttemptState, loadPlayedModule } from '../attempts-store.ts'

/**
 * Settles the status of a module by its saved data: passed is success, failed is failed (SCO-009). The status in the
 * call decides nothing, since anyone can send one: it is ignored when it means no result, when the item is a success,
 * and if the saved data has no result yet (SCO-010, SCO-011).
 */
export const finishModule = async (
  progress: Progress,
  tx: Tx,
  ctx: SignedIn,
  report: { related_id: number; module_id: number; status: string },
) => {
  const [tracked, module] = await Promise.all([
    track(tx, ctx, report.related_id),
    loadPlayedModule(tx, ctx.portal.id, { enrollment_id: report.related_id, module_id: report.module_id }),
  ])
  const enrollment = requireOwn(ctx, tracked.enrollment)
  const item = tracked.course.outline.find(({ type, id }) => type === 'ScormModule' && id === report.module_id)
  if (!module || !item) throw fail('not_found')
  if (!enrollment.is_readable) throw fail('not_enough_permissions')
  const packageId = module.package?.id
  const key = { enrollment_id: enrollment.id, module_id: module.id }
  const state =
    packageId === undefined ? null : await loadAttemptState(tx, ctx.portal.id, { ...key, package_id: packageId })
  const result = attemptResult(state ?? NEW_ATTEMPT, launchableItems(module.package?.outline?.items ?? []))
  const claimed = isLessonStatus(report.status) ? resultOfStatus(report.status) : 'unknown'
  const isIgnored = claimed === 'unknown' || result === 'unknown'
  const next = isIgnored ? item.status : nextItemStatus(item.status, result)
  if (next === item.status || enrollment.access !== 'active')
    return { data: { progress_id: item.progress_id, status: item.status, result } }
  const answer = await progress.change(tx, ctx, tracked, { ...item, status: next })
  return { data: { progress_id: answer.progress_id, status: answer.item_status, result } }
}
