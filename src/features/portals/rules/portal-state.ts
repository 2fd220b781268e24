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

/** What has happened to a portal that may move its status (PRT-073). */
export type PortalEvent =
  | { kind: 'created' }
  /** Its logo or company has been saved. */
  | { kind: 'saved'; logo: string | null; company_name: string | null }
  | { kind: 'confirmed' }
  | { kind: 'rejected' }
  | { kind: 'set_up' }

const targetOf = (status: PortalStatus, event: PortalEvent): PortalStatus => {
  switch (event.kind) {
    case 'created':
      return 'pending'
    case 'saved': {
      const isComplete = Boolean(event.logo && event.company_name)
      if (status === 'pending') return isComplete ? 'pending_validation' : 'pending'
      // What a super admin is to look at is no longer there.
      return status === 'pending_validation' && !isComplete ? 'pending' : status
    }
    case 'confirmed':
      return 'processing'
    case 'rejected':
      return 'pending'
    case 'set_up':
      return 'active'
  }
}

const OPEN: readonly PortalStatus[] = ['processing', 'active']
type Needs = { logo: string | null; company_name: string | null }

/** Whether the portal is confirmed and complete, and so open or about to be. */
export const isOpenPortal = (status: PortalStatus, { logo, company_name: name }: Needs): boolean =>
  OPEN.includes(status) && Boolean(logo && name)

/** What an open portal would lose by a change and cannot be open without (PRT-076); null where it stays open, or is not. */
export const closingLoss = (status: PortalStatus, before: Needs, after: Needs): 'logo' | 'company name' | null => {
  if (!isOpenPortal(status, before)) return null
  if (!after.logo) return 'logo'
  return after.company_name ? null : 'company name'
}

/** The status after an event: the present one when the event changes nothing, null when it is not allowed now (PRT-029, PRT-073). */
export const nextPortalStatus = (status: PortalStatus, event: PortalEvent): PortalStatus | null => {
  const target = targetOf(status, event)
  return target === status || canMovePortal(status, target) ? target : null
}
