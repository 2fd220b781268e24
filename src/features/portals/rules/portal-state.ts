import type { PortalContext, PortalFlags } from '#kernel/context.ts'

export type PortalIdentity = { core_portal_id: number; admin_portal_slug: string }
type Facts = {
  id: number
  slug: string
  is_paused: boolean
  type: 1 | 2 | null
  is_marketable: boolean
  logo: string | null
  company_name: string | null
}

/** The state flags of a portal (PRT-030 to PRT-036); several can be true at once. */
export const portalFlags = (portal: Facts, identity: PortalIdentity): PortalFlags => {
  const isCore = portal.id === identity.core_portal_id
  const isAdmin = portal.slug === identity.admin_portal_slug
  return {
    is_blocked: portal.is_paused && !isAdmin && !isCore,
    is_invalid: !portal.logo || !portal.company_name,
    is_admin: isAdmin,
    is_core: isCore,
    is_channel: portal.type === 2,
    is_in_house: portal.type === 1,
    is_marketable: portal.is_marketable,
  }
}

export type PortalStatus = PortalContext['status']

/** The moves of a portal's status (PRT-029); a failed validation goes one step back. */
export const PORTAL_MOVES = {
  initializing: ['pending'],
  pending: ['pending_validation'],
  pending_validation: ['processing', 'pending'],
  processing: ['active'],
  active: [],
} as const satisfies Record<PortalStatus, readonly PortalStatus[]>

/** Whether the status may move from one value to the other. */
export const canMovePortal = (from: PortalStatus, to: PortalStatus): boolean =>
  (PORTAL_MOVES[from] as readonly PortalStatus[]).includes(to)
