import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ModuleItemType } from '../../rules/course.ts'
import { savePosition } from '../store.ts'

type PositionUpdate = { related_id: number; type: ModuleItemType; id: number; position: number }

/**
 * Keeps where a learner is in a module item of an own course (LRN-049), in one statement. Throws `not_found` for an item
 * that was not started by this person, and changes no status.
 */
export const keepOwnPosition = async (tx: Tx, ctx: SignedIn, { position, ...item }: PositionUpdate) => {
  if (ctx.viewer.current_role !== 'learner') throw fail('learner_only')
  const at = { portal_id: ctx.portal.id, user_id: ctx.viewer.user_id, now: ctx.now }
  if (!(await savePosition(tx, at, item, position))) throw fail('not_found')
  return { data: { position } }
}
