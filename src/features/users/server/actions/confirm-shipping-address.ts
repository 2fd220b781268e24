import { findById, reachFor, requireChangeable } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'

/** Takes the shipping address of oneself, or of somebody whom one may change, as it was entered (USR-035, SHP-015). */
export const confirmShippingAddress = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  if (id !== ctx.viewer.user_id) {
    const scope = reachFor(ctx, 'users.update')
    if (scope === 'none') throw fail('not_found')
    await requireChangeable(tx, { ...ctx, scope }, id)
  }
  const person = await findById(tx, ctx.portal.id, id)
  if (!person) throw fail('not_found')
  const needed = ['shipping_address', 'shipping_city', 'shipping_state', 'shipping_zip_code'] as const
  const missing = needed.filter((field) => !person[field])
  if (missing.length > 0)
    throw fail('invalid', { fields: Object.fromEntries(missing.map((field) => [field, ['This field is required.']])) })
  await tx
    .updateTable('portal_users')
    .set({ shipping_confirmed_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', id)
    .execute()
  await logActivity(tx, ctx, { action: 'user.confirm-address', subject_type: 'user', subject_id: id })
}
