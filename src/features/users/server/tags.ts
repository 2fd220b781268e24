import { requireChangeable, requireMember } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import type { updateManyTags as endpoint } from '../contract.ts'
import { changeMany } from './actions/change-many.ts'

const tagsOf = (tx: Tx, portalId: number, userId: number) =>
  tx
    .selectFrom('user_tags as t')
    .innerJoin('terms', (join) => join.onRef('terms.portal_id', '=', 't.portal_id').onRef('terms.id', '=', 't.term_id'))
    .select(['terms.id', 'terms.title'])
    .where('t.portal_id', '=', portalId)
    .where('t.user_id', '=', userId)
    .orderBy('terms.title')
    .orderBy('terms.id')
    .execute()

/** The tags of a person in this portal (USR-030, USR-039). */
export const listTags = async (tx: Tx, ctx: SignedIn, userId: number) => {
  await requireMember(tx, ctx, userId)
  return tagsOf(tx, ctx.portal.id, userId)
}

/** The tags that people of the portal can have. */
export const tagsOfPortal = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('terms')
    .select(['id', 'title'])
    .where('portal_id', '=', portalId)
    .where('kind', '=', 'tag')
    .orderBy('title')
    .orderBy('id')
    .execute()

/** Refuses ids that are not tags of the portal, at that field. */
const requireTags = async (tx: Tx, portalId: number, ids: readonly number[], field: string): Promise<void> => {
  if (ids.length === 0) return
  const known = new Set((await tagsOfPortal(tx, portalId)).map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw fail('invalid', { fields: { [field]: ['Selected value is not valid'] } })
}

/** Adds tags to several people and takes others away; the rest of their tags stays (USR-051). */
export const updateManyTags = async (
  tx: Tx,
  ctx: SignedIn,
  { user_ids: userIds, add_tag_ids: added, remove_tag_ids: removed }: Input<typeof endpoint>['body'],
) => {
  const portalId = ctx.portal.id
  await requireTags(tx, portalId, added, 'add_tag_ids')
  await requireTags(tx, portalId, removed, 'remove_tag_ids')
  return changeMany(tx, ctx, userIds, async (userId) => {
    await requireChangeable(tx, ctx, userId)
    if (removed.length > 0)
      await tx
        .deleteFrom('user_tags')
        .where('portal_id', '=', portalId)
        .where('user_id', '=', userId)
        .where('term_id', 'in', removed)
        .execute()
    if (added.length > 0)
      await tx
        .insertInto('user_tags')
        .values([...new Set(added)].map((term_id) => ({ portal_id: portalId, user_id: userId, term_id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await countChange(tx, ctx, 'user-tags', [userId])
    const changes = { added, removed }
    await logActivity(tx, ctx, { action: 'user.tags', subject_type: 'user', subject_id: userId, changes })
  })
}

/** Sets the tags of a person; each must be a tag of the portal. */
export const updateTags = async (tx: Tx, ctx: SignedIn, userId: number, chosen: readonly number[]) => {
  await requireChangeable(tx, ctx, userId)
  const ids = [...new Set(chosen)]
  const at = { portal_id: ctx.portal.id, user_id: userId }
  await requireTags(tx, at.portal_id, ids, 'tag_ids')
  // Tags that stay are not written, so that the history has only what changed (HIS-003).
  const gone = tx.deleteFrom('user_tags').where('portal_id', '=', at.portal_id).where('user_id', '=', userId)
  await (ids.length > 0 ? gone.where('term_id', 'not in', ids) : gone).execute()
  if (ids.length > 0)
    await tx
      .insertInto('user_tags')
      .values(ids.map((term_id) => ({ ...at, term_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await logActivity(tx, ctx, {
    action: 'user.tags',
    subject_type: 'user',
    subject_id: userId,
    changes: { tag_ids: ids },
  })
  return tagsOf(tx, at.portal_id, userId)
}
