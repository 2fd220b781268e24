import { requireChangeable, requireMember } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'

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

/** Sets the tags of a person; each must be a tag of the portal. */
export const updateTags = async (tx: Tx, ctx: SignedIn, userId: number, wished: readonly number[]) => {
  await requireChangeable(tx, ctx, userId)
  const ids = [...new Set(wished)]
  const at = { portal_id: ctx.portal.id, user_id: userId }
  if (ids.length > 0) {
    const known = await tx
      .selectFrom('terms')
      .select('id')
      .where('portal_id', '=', at.portal_id)
      .where('kind', '=', 'tag')
      .where('id', 'in', ids)
      .execute()
    if (known.length < ids.length) throw fail('invalid', { fields: { tag_ids: ['Selected value is not valid'] } })
  }
  await tx.deleteFrom('user_tags').where('portal_id', '=', at.portal_id).where('user_id', '=', userId).execute()
  if (ids.length > 0)
    await tx
      .insertInto('user_tags')
      .values(ids.map((term_id) => ({ ...at, term_id })))
      .execute()
  await logActivity(tx, ctx, {
    action: 'user.tags',
    subject_type: 'user',
    subject_id: userId,
    changes: { tag_ids: ids },
  })
  return tagsOf(tx, at.portal_id, userId)
}
