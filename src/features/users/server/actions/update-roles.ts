import { inNamedPortal, type PortalById, requireChangeable } from '#features/accounts/server/api.ts'
import { type Role, updateRoles as rolesAfter, selectableRoles } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import type { updateRoles as endpoint } from '../../contract.ts'

type Body = Input<typeof endpoint>['body']
type PortalRole = Exclude<Role, 'super_admin' | 'sub_super_admin'>

const isOfPlatform = (role: Role) => role === 'super_admin' || role === 'sub_super_admin'

const save = async (
  tx: Tx,
  at: { portal_id: number; user_id: number },
  roles: readonly Role[],
  current: readonly Role[],
) => {
  const gone = current.filter((role) => !roles.includes(role))
  const added = roles.filter((role) => !current.includes(role))
  const ofPortal = added.filter((role): role is PortalRole => !isOfPlatform(role))
  if (gone.length > 0)
    await tx
      .deleteFrom('portal_user_roles')
      .where('portal_id', '=', at.portal_id)
      .where('user_id', '=', at.user_id)
      .where('role', 'in', gone)
      .execute()
  if (ofPortal.length > 0)
    await tx
      .insertInto('portal_user_roles')
      .values(ofPortal.map((role) => ({ ...at, role })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const isSub = roles.includes('sub_super_admin')
  if (isSub !== current.includes('sub_super_admin'))
    await overAllPortals(tx, () =>
      tx
        .updateTable('users')
        .set({ platform_role: isSub ? 'sub_super_admin' : null })
        .where('id', '=', at.user_id)
        .execute(),
    )
}

/**
 * Sets the roles of a member of a portal; protected ones stay (ROL-079, ROL-080). A role that the caller may not give, or
 * one above their own, answers `role_not_allowed` (ROL-081), a person above them `not_enough_permissions` (USR-038).
 */
export const updateRoles = (
  tx: Tx,
  ctx: SignedIn,
  { id, portal_id, role_ids: chosen }: Body & { id: number },
  portalById: PortalById,
) =>
  inNamedPortal(tx, ctx, { portal_id, portalById }, async (there) => {
    const { member } = await requireChangeable(tx, there, id)
    const { viewer, portal } = there
    const current = [...member.held_roles, ...(member.platform_role ? [member.platform_role as Role] : [])]
    const roles = rolesAfter(current, chosen, viewer.current_role, portal.flags, viewer.toggles)
    if (roles === 'role_not_allowed') throw fail('role_not_allowed')
    await save(tx, { portal_id: portal.id, user_id: id }, roles, current)
    await forgetViewer(tx, id)
    const changes = { from: current, to: roles }
    await logActivity(tx, there, { action: 'user.roles', subject_type: 'user', subject_id: id, changes })
    return {
      user_id: id,
      portal_id: portal.id,
      roles,
      selectable: selectableRoles(viewer.current_role, portal.flags, viewer.toggles),
    }
  })
