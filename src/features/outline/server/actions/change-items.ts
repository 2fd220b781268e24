import { type CourseRow, reachAndLockContent, touchCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ItemType } from '../../rules/item-types.ts'
import { decideSort, type Placed, placeAt } from '../../rules/order.ts'
import { hideItemRow, type ItemRow, insertItemRow, loadItemRows, saveItemOrder } from '../authoring-store.ts'

const idsOf = (items: readonly ItemRow[]) => items.map((item) => item.id)

/** After every change of an outline: the course is touched with all pages that show it, and the activity logged. */
const finish = async (tx: Tx, ctx: SignedIn, course: CourseRow, action: string, changes: Record<string, unknown>) => {
  await touchCourse(tx, ctx, course.id)
  await logActivity(tx, ctx, { action, subject_type: 'course', subject_id: course.id, changes })
}

/**
 * Puts something into the outline of a course that the caller has locked, at a place or at the end; the numbers stay 1
 * to n (BLD-014). Answers the id of its place.
 */
export const addItem = async (
  tx: Tx,
  ctx: SignedIn,
  course: CourseRow,
  item: { type: ItemType; itemable_id: number; sort_number?: number | undefined },
): Promise<number> => {
  const items = await loadItemRows(tx, course.portal_id, course.id)
  const id = await insertItemRow(tx, {
    portal_id: course.portal_id,
    course_id: course.id,
    itemable_type: item.type,
    itemable_id: item.itemable_id,
    sort_number: items.length + 1,
  })
  await saveItemOrder(tx, course.portal_id, placeAt(idsOf(items), id, item.sort_number))
  await finish(tx, ctx, course, 'course.add-item', { item_id: id, type: item.type, itemable_id: item.itemable_id })
  return id
}

/** Notes that an item of a locked course was changed and, where a place is given, moves it there. */
export const changeItem = async (
  tx: Tx,
  ctx: SignedIn,
  course: CourseRow,
  { id, sort_number: place }: { id: number; sort_number?: number | undefined },
): Promise<void> => {
  if (place !== undefined) {
    const items = await loadItemRows(tx, course.portal_id, course.id)
    await saveItemOrder(tx, course.portal_id, placeAt(idsOf(items), id, place))
  }
  await finish(tx, ctx, course, 'course.update-item', {
    item_id: id,
    ...(place !== undefined && { sort_number: place }),
  })
}

/** Takes an item of a locked course out of the outline; it and the learners' records of it are kept (BLD-042). */
export const removeItem = async (tx: Tx, ctx: SignedIn, course: CourseRow, item: ItemRow): Promise<void> => {
  await hideItemRow(tx, course.portal_id, item.id, ctx.now)
  const rest = await loadItemRows(tx, course.portal_id, course.id)
  await saveItemOrder(tx, course.portal_id, idsOf(rest))
  const { id, itemable_type: type, itemable_id } = item
  await finish(tx, ctx, course, 'course.remove-item', { item_id: id, type, itemable_id })
}

/** Puts the whole outline in order, or answers `invalid` and changes nothing (BLD-013, BLD-039). */
export const sortItems = async (tx: Tx, ctx: SignedIn, courseId: number, requested: Placed[]): Promise<Placed[]> => {
  const course = await reachAndLockContent(tx, ctx, { id: courseId })
  const items = await loadItemRows(tx, course.portal_id, course.id)
  const { ids, errors } = decideSort(idsOf(items), requested)
  if (errors) throw fail('invalid', { fields: errors })
  await saveItemOrder(tx, course.portal_id, ids)
  await finish(tx, ctx, course, 'course.sort-items', { ids })
  return ids.map((id, index) => ({ id, sort_number: index + 1 }))
}
