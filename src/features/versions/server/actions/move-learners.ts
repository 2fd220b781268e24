import { sql } from 'kysely'
import { reachAndLockCourse } from '#features/courses/server/api.ts'
import { track } from '#features/progress/server/api.ts'
import { type FormerPackage, saveCarryOvers } from '#features/scorm/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { VERSION_EVENTS } from '../../contract.ts'
import type { AskedItem } from '../../rules/ask-again.ts'
import { tellCourse } from '../live.ts'
import { loadReopened, lockMovable, updateVersionOf } from '../move-store.ts'

type Needs = Pick<Services, 'progress' | 'openAgain'>
type Order = {
  slug: string
  number: number
  related_ids: readonly number[] | null
  ask_again: readonly AskedItem[]
  keep_places: readonly FormerPackage[]
}
type Reopened = AskedItem & { related_id: number }

const requireOneChoice = (asked: readonly AskedItem[], kept: readonly FormerPackage[]): void => {
  const again = new Set(asked.filter(({ item_type }) => item_type === 'ScormModule').map(({ item_id }) => item_id))
  if (kept.some(({ module_id }) => again.has(module_id)))
    throw fail('invalid', { message: 'Learners cannot do a module again and keep their place in it.' })
}

/** Opens items again, one learner after the other: their modules and courses are computed again (VER-019). */
const reopen = async ({ progress, openAgain }: Needs, tx: Tx, ctx: SignedIn, items: readonly Reopened[]) => {
  const by = { reset_at: ctx.now, reset_by: ctx.viewer.user_id }
  for (const { related_id: enrollment_id, item_type: type, item_id } of items) {
    await openAgain[type]?.(tx, { portal_id: ctx.portal.id, enrollment_id, item_id }, by)
    await progress.resetItem(tx, ctx, await track(tx, ctx, enrollment_id), { type, id: item_id })
  }
}

/**
 * Moves learners who are at work in earlier versions of a course to a later one, all or those named, and answers how many.
 * What they finished stays finished, but for changed items that the author asks for again; those who completed the course
 * stay where they are. Where a package is replaced, those who
 * keep their place are written down for their next start (VER-008, VER-009, VER-019, VER-021).
 */
export const moveLearners = async (
  needs: Needs,
  tx: Tx,
  ctx: SignedIn,
  { slug, number, related_ids, ask_again, keep_places }: Order,
): Promise<{ moved: number; reopened: number; kept: number }> => {
  requireOneChoice(ask_again, keep_places)
  const course = await reachAndLockCourse(tx, ctx, { slug })
  if (number < 1 || number > course.newest_version) throw fail('not_found')
  const at = { portal_id: ctx.portal.id, course_id: course.id, number }
  const movable = await lockMovable(tx, at, related_ids)
  if (movable.length === 0) return { moved: 0, reopened: 0, kept: 0 }
  const items = ask_again.length === 0 ? [] : await loadReopened(tx, at, movable, ask_again)
  const learners = sql`select unnest(${movable}::bigint[])`
  const by = { decided_by: ctx.viewer.user_id, decided_at: ctx.now }
  const kept = await saveCarryOvers(tx, { ...at, learners }, keep_places, by)
  await updateVersionOf(tx, at, movable)
  await reopen(needs, tx, ctx, items)
  await tellCourse(tx, course.id, VERSION_EVENTS.moved, number)
  const result = { moved: movable.length, reopened: items.length, kept }
  await logActivity(tx, ctx, {
    action: 'course.move-learners',
    subject_type: 'course',
    subject_id: course.id,
    changes: {
      number,
      moved: result.moved,
      ...(ask_again.length > 0 && { ask_again, reopened: result.reopened }),
      ...(keep_places.length > 0 && { keep_places, kept }),
    },
  })
  return result
}
