import { accessEpochOf } from '#features/enrollments/server/api.ts'
import { type Progress, requireOwn, requireUnlocked, STATUS, track } from '#features/progress/server/api.ts'
import { requireIdentity, requireRoomToBegin } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { itemToStart, outlineOf } from '../../rules/outline.ts'
import { NEW_ATTEMPT } from '../../rules/player/cmi.ts'
import { nextItemStatus } from '../../rules/result.ts'
import { countLaunch, loadAttemptState, loadPlayedModule } from '../attempts-store.ts'
import { embedderOf, launchAddress } from '../launch.ts'
import { openOutline, requirePlayable } from '../packages/playable.ts'
import { carryOver } from './carry-over.ts'

type Needs = { progress: Progress; config: Pick<Config, 'secret' | 'CONTENT_ORIGIN'> }

/**
 * Starts a module for its learner: the item is in progress from now on (LRN-013), and the answer contains what the
 * player needs (SCO-007, SCO-016). The first start of a package may continue a former one (VER-022). In a completed course the package is shown without saving anything (LEG-006). Throws
 * `not_enough_permissions` for a course that cannot be read, `item_locked` before the item's turn (LRN-027), and what
 * `requirePlayable` throws for a package that cannot be played (SCO-015). A package that was not begun is refused with
 * `day_limit_reached` once the limit of a day is (TRD-063), and any with what `requireIdentity` throws (TRD-053).
 */
export const startModule = async (
  { progress, config }: Needs,
  tx: Tx,
  ctx: SignedIn,
  http: HttpAccess,
  at: { related_id: number; module_id: number },
) => {
  const [tracked, module, epoch] = await Promise.all([
    track(tx, ctx, at.related_id),
    loadPlayedModule(tx, ctx.portal.id, { enrollment_id: at.related_id, module_id: at.module_id }),
    accessEpochOf(tx, ctx.portal.id, ctx.viewer.user_id),
  ])
  const enrollment = requireOwn(ctx, tracked.enrollment)
  const item = tracked.course.outline.find(({ type, id }) => type === 'ScormModule' && id === at.module_id)
  if (!module || !item) throw fail('not_found')
  if (!enrollment.is_readable) throw fail('not_enough_permissions')
  await requireUnlocked(tx, ctx, tracked.course, item)
  const played = requirePlayable(module.package)
  const isKept = enrollment.access === 'active'
  if (tracked.course.has_rules && isKept && item.status === STATUS.not_started)
    await requireRoomToBegin(tx, ctx, enrollment, item)
  else if (tracked.course.has_rules && isKept) await requireIdentity(tx, ctx, enrollment)
  const key = { enrollment_id: enrollment.id, module_id: module.id, package_id: played.id }
  const [saved, answer] = await Promise.all([
    loadAttemptState(tx, ctx.portal.id, key),
    isKept
      ? progress.change(tx, ctx, tracked, { ...item, status: nextItemStatus(item.status, 'unknown') }, { opened: item })
      : undefined,
  ])
  const progressId = answer?.progress_id ?? item.progress_id
  const { outline: stored } = played
  const state = saved ?? (await carryOver(tx, ctx, { ...key, progress_id: progressId, outline: stored })) ?? NEW_ATTEMPT
  const values = { portal_id: ctx.portal.id, ...key, progress_id: progressId, now: ctx.now }
  const attempt = await countLaunch(tx, values, isKept ? 1 : 0)
  const { items } = stored
  const entry = itemToStart(items, state)
  if (!entry) throw fail('invalid', { message: 'The package has no file to start with.' })
  const launch = isKept ? attempt.last_launch : 0
  const claims = {
    portal_id: ctx.portal.id,
    mode: isKept ? 'learn' : 'review',
    subject: attempt.id,
    user_id: ctx.viewer.user_id,
    epoch,
    launch,
    package: played.uuid,
    entry: entry.identifier,
    embedder: embedderOf(ctx, http),
  } as const
  const outline = outlineOf(items, state)
  return {
    data: {
      id: module.id,
      title: module.title,
      slug: module.slug,
      scorm_id: played.id,
      version: played.version,
      entry: played.entry,
      error: null,
      course_user_progress: progressId === null ? null : { id: progressId, status: answer?.item_status ?? item.status },
      student_id: String(ctx.viewer.user_id),
      ...launchAddress(config, claims, ctx.now),
      is_kept: isKept,
      attempt_id: attempt.id,
      launch,
      outline: isKept ? outline : openOutline(outline),
    },
  }
}
