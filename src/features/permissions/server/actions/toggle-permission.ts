import {
  accessOf,
  canToggle,
  isInGroup,
  isPermission,
  isRole,
  type PortalKind,
  portalKind,
  type ToggleActor,
} from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { announce } from '#platform/live/changes.ts'
import { inForce, inherited, type Place } from '../../rules/levels.ts'
import { PERMISSIONS_CHANGED } from '../toggle-directory.ts'
import { lockSwitches, readLevels, saveSwitch } from '../toggle-store.ts'

/** The caller as the rules of switching know them. */
export const actorOf = ({ viewer, portal }: SignedIn): ToggleActor => ({
  role: viewer.current_role,
  portal_id: portal.id,
  portal_kind: portalKind(portal.setting.type),
  toggles: viewer.toggles,
  condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
})

/**
 * The portals that the caller's switches concern: every one of a kind for super admins (all kinds unless one is named),
 * for everybody else the own one. Another kind than the own portal's is refused (ROL-075).
 */
export const placeOf = ({ viewer, portal }: SignedIn, requested: PortalKind | undefined): Place => {
  if (isInGroup(viewer.current_role, 'super_admins')) return { kind: requested ?? 'general', portal_id: null }
  const kind = portalKind(portal.setting.type)
  if (requested !== undefined && requested !== kind) throw fail('not_enough_permissions')
  return { kind, portal_id: portal.id }
}

type Wish = { role: string; permission: string; kind?: PortalKind | undefined; is_allowed?: boolean | undefined }

/**
 * Switches a permission of a role for the caller's place and tells all processes (ROL-071, ROL-075). A switch that says
 * what holds anyway is not kept, so that later changes above it reach the place; one that changes nothing is not made.
 */
export const switchPermission = async (tx: Tx, ctx: SignedIn, wish: Wish) => {
  const { role, permission } = wish
  if (!isRole(role) || !isPermission(permission)) throw fail('not_found')
  const place = placeOf(ctx, wish.kind)
  const actor = actorOf(ctx)
  if (place.portal_id !== null) await lockSwitches(tx, place.portal_id)
  const levels = (await readLevels(tx, place))(role)
  const reaches = (toggles: Readonly<Record<string, boolean>>) =>
    accessOf(role, permission, { toggles, condition: actor.condition }) !== 'none'
  const isAllowed = wish.is_allowed ?? !reaches(inForce(place, levels))
  if (!canToggle(actor, { ...place, role, permission, is_on: isAllowed })) throw fail('not_enough_permissions')
  const change = { role, permission, ...place, is_allowed: isAllowed }
  if (reaches(inForce(place, levels)) === isAllowed) return change
  const isInherited = reaches(inherited(place, levels, permission)) === isAllowed
  await saveSwitch(tx, { ...place, role, permission }, isInherited ? null : isAllowed)
  await announce(tx, PERMISSIONS_CHANGED, { role })
  await logActivity(tx, ctx, { action: 'permissions.switch', changes: change })
  return change
}
