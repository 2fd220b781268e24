import type { PortalContext } from '#kernel/context.ts'
import { effectiveToggles, portalKind, type Role, type Toggles } from '#kernel/permissions.ts'
import type { Bus } from '#platform/bus.ts'
import type { Db } from '#platform/db.ts'

/** Topic on which a switched permission is told to all processes. */
export const PERMISSIONS_CHANGED = 'permissions.changed'

export type ToggleDirectory = { of: (role: Role, portal: PortalContext) => Promise<Toggles> }

const asToggles = (rows: { permission: string; is_allowed: boolean }[]): Toggles =>
  Object.fromEntries(rows.map((row) => [row.permission, row.is_allowed]))

/** The permissions switched for a role in a portal (ROL-075), kept in memory until one is switched anywhere. */
export const createToggleDirectory = (db: Db, bus: Bus): ToggleDirectory => {
  const known = new Map<string, Toggles>()
  bus.subscribe(PERMISSIONS_CHANGED, () => known.clear())
  bus.onReconnect(() => known.clear())
  return {
    of: async (role, portal) => {
      const key = `${portal.id} ${role}`
      const kept = bus.isConnected ? known.get(key) : undefined
      if (kept) return kept
      const toggles = await db.withPortal(
        portal.id,
        async (tx) => {
          const own = await tx
            .selectFrom('portal_permissions')
            .select(['permission', 'is_allowed'])
            .where('portal_id', '=', portal.id)
            .where('role', '=', role)
            .execute()
          const general = await tx
            .selectFrom('permission_defaults')
            .select(['kind', 'permission', 'is_allowed'])
            .where('role', '=', role)
            .where('kind', 'in', ['general', portalKind(portal.setting.type)])
            .execute()
          return effectiveToggles(
            asToggles(general.filter((row) => row.kind === 'general')),
            asToggles(general.filter((row) => row.kind !== 'general')),
            asToggles(own),
          )
        },
        'read only',
      )
      known.set(key, toggles)
      return toggles
    },
  }
}
