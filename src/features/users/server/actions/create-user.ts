import { findByEmail, inNamedPortal, loadPerson, type PortalById } from '#features/accounts/server/api.ts'
import { addWithoutEmail, issueBadge } from '#features/badges/server/api.ts'
import { DEFAULT_ROLE, type Role, selectableRoles } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { createUser as endpoint } from '../../contract.ts'
import { addMember } from './add-member.ts'

type Body = Input<typeof endpoint>['body']

/** The roles of a new member: those asked for, if the caller may give them, else learner (ROL-004, ROL-076, ROL-081). */
const rolesFor = (ctx: SignedIn, chosen: readonly Role[] | undefined): Role[] => {
  if (!chosen || chosen.length === 0) return [DEFAULT_ROLE]
  const { viewer, portal } = ctx
  const allowed = selectableRoles(viewer.current_role, portal.flags, viewer.toggles)
  if (!chosen.every((role) => role === DEFAULT_ROLE || allowed.includes(role))) throw fail('role_not_allowed')
  // A role of the platform is given to a member, never on the way in.
  if (chosen.includes('sub_super_admin')) throw fail('role_not_allowed')
  return [...new Set(chosen)]
}

/**
 * Makes somebody a member of the portal with roles, and gives them a badge if a number is sent; without an e-mail there has to
 * be one (BDG-001). A new person gets a link to set a password; somebody known elsewhere keeps account, name and password and
 * only joins (USR-008). Who is a member already is refused.
 */
export const createUser = (
  tx: Tx,
  ctx: SignedIn,
  { portal_id, role_ids: chosen, email, badge_number: number, ...names }: Body,
  portalById: PortalById,
) => {
  if (ctx.scope !== 'any') throw fail('not_enough_permissions')
  return inNamedPortal(tx, ctx, { portal_id, portalById }, async (there) => {
    const roles = rolesFor(there, chosen)
    if (email === undefined) return addWithoutEmail(tx, there, names, { roles, number })
    const known = await findByEmail(tx, email)
    if (known && (await loadPerson(tx, there.portal.id, known.id)))
      throw fail('invalid', { fields: { email: ['This email is already in use.'] } })
    const id = await addMember(tx, there, { email, ...names }, { roles })
    if (number !== undefined) await issueBadge(tx, there, { user_id: id, number })
    return id
  })
}
