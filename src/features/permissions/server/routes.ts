import {
  accessOf,
  canToggle,
  effectiveToggles,
  PERMISSIONS,
  type Permission,
  type Resource,
  ROLE_NAMES,
  ROLES,
  type Role,
  SCREEN_GROUPS,
  type Toggles,
} from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { inForce } from '../rules/levels.ts'
import { changeOutside } from './actions/set-outside.ts'
import { actorOf, placeOf, switchPermission } from './actions/toggle-permission.ts'
import { listChanges } from './changes-store.ts'
import { readLevels, readPortalLevels } from './toggle-store.ts'

const describe = (name: Permission) => {
  const [resource, action] = name.split('.') as [Resource, string]
  return { name, resource, action, title: SCREEN_GROUPS[resource].title }
}

const reached = (ctx: SignedIn, role: Role, toggles: Toggles): Permission[] => {
  const { condition } = actorOf(ctx)
  return PERMISSIONS.filter((permission) => accessOf(role, permission, { toggles, condition }) !== 'none')
}

/** The calls of roles and their permissions. */
export const routes = (): Route[] => [
  route(contract.listRoles, async ({ tx, ctx }) => {
    const levelsOf = await readPortalLevels(tx, ctx.portal)
    const data = ROLE_NAMES.map((role) => {
      const { general, kind, portal } = levelsOf(role)
      return {
        name: ROLES[role].name,
        short_name: role,
        permissions: reached(ctx, role, effectiveToggles(general, kind, portal)),
        ...(role === 'manager' && { is_outside: ctx.viewer.roles.includes('manager') && ctx.viewer.is_outside }),
      }
    })
    return { data, meta: { next_cursor: null, prev_cursor: null } }
  }),
  route(contract.showPermissions, async ({ tx, ctx, query }) => {
    const place = placeOf(ctx, query.kind)
    const levelsOf = await readLevels(tx, place)
    const actor = actorOf(ctx)
    const roles = ROLE_NAMES.map((role) => {
      const permissions = reached(ctx, role, inForce(place, levelsOf(role)))
      const switchable = PERMISSIONS.filter((permission) =>
        canToggle(actor, { ...place, role, permission, is_on: !permissions.includes(permission) }),
      )
      return { name: ROLES[role].name, short_name: role, permissions, switchable }
    })
    return { data: { ...place, permissions: PERMISSIONS.map(describe), roles } }
  }),
  route(contract.listPermissionChanges, ({ tx, ctx, query: { kind, ...request } }) =>
    listChanges(tx, placeOf(ctx, kind), request),
  ),
  route(contract.togglePermission, async ({ tx, ctx, params, body }) => ({
    data: await switchPermission(tx, ctx, { ...params, ...body }),
  })),
  route(contract.setOutside, async ({ tx, ctx, params, body }) => {
    await changeOutside(tx, ctx, body)
    return { data: { ...body, role: params.role } }
  }),
]
