import type { PortalContext } from '#kernel/context.ts'
import { effectiveToggles, portalKind, type Role, type Toggles } from '#kernel/permissions.ts'
import type { Bus } from '#platform/bus.ts'
import type { Db, Tx } from '#platform/db.ts'
import { createMemory } from '#platform/memory.ts'

/** Topic on which a switched permission is told to all processes. */
export const PERMISSIONS_CHANGED = 'permissions.changed'

export type ToggleDirectory = { of: (role: Role, portal: PortalContext) => Promise<Toggles> }

const asToggles = (rows: { permission: string; is_allowed: boolean }[]): Toggles =>
  Object.fromEntries(rows.map((row) => [row.permission, row.is_allowed]))

/** The permissions switched for a role in a portal (ROL-075), kept in memory until one is switched anywhere. */
export const createToggleDirectory = (db: Db, bus: Bus): ToggleDirectory => {
  const memory = createMemory<Toggles>(db, bus, PERMISSIONS_CHANGED)
  return {
    of: async (role, portal) =>
      (await memory.get(`${portal.id} ${role}`, () =>
        db.withPortal(portal.id, (tx) => readToggles(tx, role, portal), 'read only'),
      )) ?? {},
  }
}

const readToggles = async (tx: Tx, role: Role, portal: PortalContext): Promise<Toggles> => {
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
}
