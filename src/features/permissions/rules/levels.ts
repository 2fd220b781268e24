import { effectiveToggles, type Permission, type PortalKind, type Toggles } from '#kernel/access/permissions.ts'

/** Which portals a switch concerns: every one, those of a kind, or one of a kind (ROL-075). */
export type Place = { kind: PortalKind; portal_id: number | null }
type Levels = { general: Toggles; kind: Toggles; portal: Toggles }

/** The switches in force at a place. */
export const inForce = (place: Place, levels: Levels): Toggles => {
  if (place.portal_id !== null) return effectiveToggles(levels.general, levels.kind, levels.portal)
  return place.kind === 'general' ? levels.general : effectiveToggles(levels.general, levels.kind, {})
}

/** The switches that would be in force at a place without its own for this permission. */
export const inherited = (place: Place, levels: Levels, permission: Permission): Toggles => {
  const without = (toggles: Toggles) =>
    Object.fromEntries(Object.entries(toggles).filter(([name]) => name !== permission))
  if (place.portal_id !== null) return inForce(place, { ...levels, portal: without(levels.portal) })
  if (place.kind === 'general') return without(levels.general)
  return inForce(place, { ...levels, kind: without(levels.kind) })
}
