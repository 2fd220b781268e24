import { isInGroup } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import type { setOutside } from '../../contract.ts'

type Wish = Input<typeof setOutside>['body']

const change = async (tx: Tx, ctx: SignedIn, { user_id, portal_id, is_outside }: Wish): Promise<void> => {
  const row = await tx
    .updateTable('portal_user_roles')
    .set({ is_outside })
    .where('portal_id', '=', portal_id)
    .where('user_id', '=', user_id)
    .where('role', '=', 'manager')
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  const actor = { ...ctx, portal: { ...ctx.portal, id: portal_id } }
  const activity = { action: 'roles.set-outside', subject_type: 'user', subject_id: user_id, changes: { is_outside } }
  await logActivity(tx, actor, activity)
  await forgetViewer(tx, user_id)
}

/**
 * Says whether somebody's role manager in one portal is that of another organization (ROL-069, ROL-071). Somebody without
 * that role there answers `not_found`; another portal than the caller's answers `not_your_portal`, except to super admins.
 */
export const changeOutside = async (tx: Tx, ctx: SignedIn, wish: Wish): Promise<void> => {
  if (wish.portal_id === ctx.portal.id) return change(tx, ctx, wish)
  if (!isInGroup(ctx.viewer.current_role, 'super_admins')) throw fail('not_your_portal')
  return inPortal(tx, wish.portal_id, () => change(tx, ctx, wish))
}
