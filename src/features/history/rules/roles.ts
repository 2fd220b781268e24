import {
  accessOf,
  canToggle,
  effectiveToggles,
  isPermission,
  isRole,
  PERMISSIONS,
  type Permission,
  type PermissionCondition,
  type PortalKind,
  ROLE_NAMES,
  type Role,
  type ToggleActor,
} from '#kernel/access/permissions.ts'
import type { Line } from './plan.ts'
import type { Past, Values } from './state.ts'

/** A permission of a role, switched in the portal itself or for all portals of a kind. */
export type Switch = { role: Role; permission: Permission; kind: PortalKind | null }

const KINDS: ReadonlySet<string> = new Set(['general', 'channel', 'house'] satisfies PortalKind[])

/** What the name of a recorded switch says, `editor users.view` or `editor users.view general`; null for what is no permission today. */
export const switchOf = (field: string): Switch | null => {
  const [role = '', permission = '', kind = null] = field.split(' ')
  if (!isRole(role) || !isPermission(permission)) return null
  return { role, permission, kind: kind !== null && KINDS.has(kind) ? (kind as PortalKind) : null }
}

/** Whether a recorded switch gave the permission. Where a switch was withdrawn, the opposite of it holds (HIS-019). */
export const isGiven = ([before, after]: readonly [unknown, unknown]): boolean =>
  typeof after === 'boolean' ? after : before === false

/** Which switches concern a portal. */
export type Place = { kind: PortalKind; condition: PermissionCondition }

export const fieldOf = (role: Role, permission: Permission): string => `${role} ${permission}`

/** What each role may do under the switches of a portal and those above it, by the names of their fields. */
export const allowedUnder = (switches: Values, { kind, condition }: Place): ReadonlySet<string> => {
  const at = (role: Role, level: string) =>
    Object.fromEntries(
      PERMISSIONS.flatMap((permission) => {
        const value = switches[`${fieldOf(role, permission)}${level}`]
        return typeof value === 'boolean' ? [[permission, value]] : []
      }),
    )
  return new Set(
    ROLE_NAMES.flatMap((role) => {
      const toggles = effectiveToggles(at(role, ' general'), at(role, ` ${kind}`), at(role, ''))
      return PERMISSIONS.filter((permission) => accessOf(role, permission, { toggles, condition }) !== 'none').map(
        (permission) => fieldOf(role, permission),
      )
    }),
  )
}

/** How many permissions a role had and has, and those that differ, by the names of their fields (HIS-020). */
export type RoleDifference = { role: Role; before: number; now: number; differs: string[] }

export const differencesOf = (before: ReadonlySet<string>, now: ReadonlySet<string>): RoleDifference[] =>
  ROLE_NAMES.map((role) => {
    const names = PERMISSIONS.map((permission) => fieldOf(role, permission))
    const countIn = (allowed: ReadonlySet<string>) => names.filter((name) => allowed.has(name)).length
    return {
      role,
      before: countIn(before),
      now: countIn(now),
      differs: names.filter((name) => before.has(name) !== now.has(name)),
    }
  })

export const NOT_YOURS = 'You cannot give or take this permission.'

type RolesInput = {
  now: Values
  past: Past & { changed_since?: readonly string[] }
  place: Place
  actor: ToggleActor
  /** Why none of them can be switched. */
  closed: string | null
}

/** Each permission that differs from how it was, with what stands in the way of giving or taking it again (HIS-021). */
export const planRoles = ({ now, past, place, actor, closed }: RolesInput): Line[] => {
  const [is, was] = [allowedUnder(now, place), allowedUnder(past.values, place)]
  const reasonOf = (field: string): string | null => {
    if (closed !== null) return closed
    const { role, permission } = switchOf(field) as Switch
    const target = { role, permission, kind: place.kind, portal_id: actor.portal_id, is_on: was.has(field) }
    return canToggle(actor, target) ? null : NOT_YOURS
  }
  return differencesOf(was, is)
    .flatMap(({ differs }) => differs)
    .map((field) => ({
      field,
      from: is.has(field),
      to: was.has(field),
      reason: reasonOf(field),
      is_forgotten: false,
      is_changed_since: past.changed_since?.some((name) => name === field || name.startsWith(`${field} `)) ?? false,
    }))
}
