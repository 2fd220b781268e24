import { isInGroup, type PortalKind, portalKind } from '#kernel/access/permissions.ts'
import type { PageSession } from '#kernel/access/session.ts'

export const KIND_NAMES = {
  general: 'All portals',
  channel: 'Channel portals',
  house: 'In-house portals',
} as const satisfies Record<PortalKind, string>

export const pathOf = (kind: PortalKind) => `/permissions/${kind}`

/** The tables that somebody may open: super admins all three, everybody else the one of their portal's kind (ROL-075). */
export const kindsOf = ({ viewer, portal }: PageSession): PortalKind[] =>
  viewer && isInGroup(viewer.current_role, 'super_admins')
    ? ['general', 'channel', 'house']
    : [portalKind(portal.setting.type)]
