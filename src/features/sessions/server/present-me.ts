import { type Person, presentUser, providerFor } from '#features/accounts/server/api.ts'
import { accessOf, landingPath, PERMISSIONS, ROLES, type Role } from '#kernel/access/permissions.ts'
import { isInGroup } from '#kernel/access/roles.ts'
import type { Context, SecondFactorState } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

type SessionState = {
  roles: readonly Role[]
  current_role: Role
  is_outside: boolean
  toggles: Readonly<Record<string, boolean>>
  impersonator_id: number | null
  impersonator_name: string | null
  pending_email: string | null
  password_provider: string | null
  second_factor: SecondFactorState
}

/** The provider of somebody who signs in there instead of with a password; people of the platform have passwords (SSO-011). */
export const ownProvider = async (tx: Tx, ctx: Context, email: string | null, role: Role): Promise<string | null> =>
  isInGroup(role, 'super_admins') ? null : providerFor(tx, ctx.host_portal.id, email)

/** The answer of `GET /me`: the person, the roles held in this portal, and what the current one reaches. */
export const presentMe = (ctx: Context, person: Person, state: SessionState) => {
  const condition = { plan_short_name: ctx.portal.plan_short_name, is_core: ctx.portal.flags.is_core }
  const reached = (role: Role) =>
    PERMISSIONS.filter(
      (permission) =>
        accessOf(role, permission, { condition, ...(role === state.current_role && { toggles: state.toggles }) }) !==
        'none',
    )
  return {
    ...presentUser(person, true),
    roles: state.roles.map((role) => ({
      name: ROLES[role].name,
      short_name: role,
      permissions: reached(role),
      is_outside: role === 'manager' && state.is_outside,
    })),
    current_role: state.current_role,
    abilities: reached(state.current_role),
    is_impersonated: state.impersonator_id !== null,
    impersonator_name: state.impersonator_name,
    landing_path: landingPath(state.current_role),
    pending_email: state.pending_email,
    password_provider: state.password_provider,
    second_factor: state.second_factor,
  }
}
