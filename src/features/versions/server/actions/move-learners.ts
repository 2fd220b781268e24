import { sql } from 'kysely'
import { reachAndLockCourse } from '#features/courses/server/api.ts'
import { type KeptItem, keepItems, restoreItems, track } from '#features/progress/server/api.ts'
import {
  type CarryOver,
  type FormerPackage,
  loadCarryOvers,
  restoreCarryOvers,
  saveCarryOvers,
} from '#features/scorm/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { VERSION_EVENTS } from '../../contract.ts'
import type { AskedItem } from '../../rules/ask-again.ts'
import { tellCourse } from '../live.ts'
import { loadPlace, loadReopened, lockMovable, savePlace, updateVersionOf } from '../move-store.ts'

type Needs = Pick<Services, 'progress' | 'openAgain'>
type Order = {
  slug: string
  number: number
  related_id: number
  ask_again: readonly AskedItem[]
  keep_places: readonly FormerPackage[]
}
type Reopened = AskedItem & { related_id: number }

/** That no module is asked again and keeps places at once (VER-025). */
export const requireOneChoice = ({ ask_again: asked, keep_places: kept }: Choices): void => {
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

type Choices = Pick<Order, 'ask_again' | 'keep_places'>
type Moved = { reopened: number; kept: number }

/** Moves learners whose enrollments the caller has locked (VER-009, VER-019, VER-021). */
const moveLocked = async (
  needs: Needs,
  tx: Tx,
  ctx: SignedIn,
  at: { portal_id: number; course_id: number; number: number },
  ids: readonly number[],
  { ask_again, keep_places }: Choices,
): Promise<Moved> => {
  const items = ask_again.length === 0 ? [] : await loadReopened(tx, at, ids, ask_again)
  const learners = sql`select unnest(${ids}::bigint[])`
  const by = { decided_by: ctx.viewer.user_id, decided_at: ctx.now }
  const kept = await saveCarryOvers(tx, { ...at, learners }, keep_places, by)
  await updateVersionOf(tx, at, ids)
  await reopen(needs, tx, ctx, items)
  return { reopened: items.length, kept }
}

const log = (tx: Tx, ctx: SignedIn, courseId: number, changes: Record<string, unknown>) =>
  logActivity(tx, ctx, { action: 'course.move-learners', subject_type: 'course', subject_id: courseId, changes })

const chosen = ({ ask_again, keep_places }: Choices, { reopened, kept }: Moved) => ({
  ...(ask_again.length > 0 && { ask_again, reopened }),
  ...(keep_places.length > 0 && { keep_places, kept }),
})

/**
 * Moves a learner who is at work in an earlier version of a course to a later one, and answers how many were moved. What
 * they finished stays finished, but for changed items that the author asks for again; somebody who completed the course
 * stays where they are. Where a package is replaced and they keep their place, it is written down for their next start
 * (VER-008, VER-009, VER-019, VER-021).
 */
export const moveLearner = async (
  needs: Needs,
  tx: Tx,
  ctx: SignedIn,
  { slug, number, related_id, ...choices }: Order,
): Promise<{ moved: number; reopened: number; kept: number }> => {
  requireOneChoice(choices)
  const course = await reachAndLockCourse(tx, ctx, { slug })
  if (number < 1 || number > course.newest_version) throw fail('not_found')
  const at = { portal_id: ctx.portal.id, course_id: course.id, number }
  const movable = await lockMovable(tx, at, [related_id])
  if (movable.length === 0) return { moved: 0, reopened: 0, kept: 0 }
  const moved = await moveLocked(needs, tx, ctx, at, movable, choices)
  await tellCourse(tx, course.id, VERSION_EVENTS.moved, number)
  await log(tx, ctx, course.id, { number, moved: 1, related_id, ...chosen(choices, moved) })
  return { moved: 1, ...moved }
}

/** What an undo of a move restores from. */
export type FormerPlace = {
  /** What the enrollment knew of its course. */
  version: number
  items_done: number
  status: number
  /** What the learner had of items that the move opened again or settled, and items that it added. */
  items: KeptItem[]
  added: Pick<KeptItem, 'item_type' | 'item_id'>[]
  /** Items that were asked again, and when. */
  asked: AskedItem[]
  reset_at: string
  carry_overs: CarryOver[]
}

type RowAt = { course_id: number; number: number; related_id: number }

/** Moves one learner whose enrollment the caller has locked, without telling those who watch; answers what was before (BLK-030). */
export const moveForUndo = async (
  needs: Needs,
  tx: Tx,
  ctx: SignedIn,
  { related_id: id, ...row }: RowAt,
  choices: Choices,
): Promise<FormerPlace> => {
  const portalId = ctx.portal.id
  const at = { portal_id: portalId, ...row }
  const before = await loadPlace(tx, portalId, id)
  const items = await keepItems(tx, portalId, id)
  const carry_overs = await loadCarryOvers(tx, portalId, id)
  const moved = await moveLocked(needs, tx, ctx, at, [id], choices)
  const after = new Map((await keepItems(tx, portalId, id)).map((item) => [keyOf(item), item]))
  const known = new Set(items.map(keyOf))
  await log(tx, ctx, row.course_id, { number: row.number, moved: 1, related_id: id, ...chosen(choices, moved) })
  return {
    ...before,
    items: items.filter((item) => JSON.stringify(item) !== JSON.stringify(after.get(keyOf(item)))),
    added: [...after.values()]
      .filter((item) => !known.has(keyOf(item)))
      .map(({ item_type, item_id }) => ({ item_type, item_id })),
    asked: [...choices.ask_again],
    reset_at: ctx.now.toISOString(),
    carry_overs,
  }
}

const keyOf = ({ item_type: type, item_id: id }: Pick<KeptItem, 'item_type' | 'item_id'>): string => `${type}:${id}`

/** Puts a learner back where a move found them. The caller has locked the enrollment and found nothing in the way. */
export const moveBack = async (
  { closeAgain }: Pick<Services, 'closeAgain'>,
  tx: Tx,
  ctx: SignedIn,
  { related_id: id, course_id }: Pick<RowAt, 'related_id' | 'course_id'>,
  former: FormerPlace,
): Promise<void> => {
  const at = { portal_id: ctx.portal.id, enrollment_id: id }
  await restoreItems(tx, at, { former: former.items, added: former.added })
  for (const { item_type, item_id } of former.asked)
    await closeAgain[item_type]?.(tx, { ...at, item_id }, new Date(former.reset_at))
  await restoreCarryOvers(tx, ctx.portal.id, id, former.carry_overs)
  await savePlace(tx, ctx.portal.id, id, former)
  await log(tx, ctx, course_id, { number: former.version, moved: 1, related_id: id, is_undo: true })
}

/** Tells everyone who has the course open that learners were moved, once for all of them (VER-017). */
export const tellMoved = (tx: Tx, courseId: number, number: number) =>
  tellCourse(tx, courseId, VERSION_EVENTS.moved, number)
