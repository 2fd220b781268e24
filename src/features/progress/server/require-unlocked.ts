import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { courseProgress, type Item, lockOf } from '../rules/course.ts'
import { inVersionOf, loadShownTitles } from './own-courses.ts'
import type { TrackedCourse } from './store.ts'

/**
 * Refuses an item that a sequential course still keeps closed: throws `item_locked`, which names the item to finish first
 * (LRN-027). Asks the database for that title only when it refuses.
 */
export const requireUnlocked = async (
  tx: Tx,
  ctx: Pick<SignedIn, 'portal'>,
  course: TrackedCourse,
  item: Pick<Item, 'type' | 'id'>,
): Promise<void> => {
  if (!lockOf(course)(item)) return
  const { next_item: next } = courseProgress(course)
  // A locked item always has an item before it that is not done.
  if (!next) return
  const titleOf = await loadShownTitles(tx, ctx.portal.id, inVersionOf(course, [next]))
  throw fail('item_locked', { params: { title: titleOf(next) } })
}
