import type { Role, Toggles } from '#kernel/access/permissions.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { Db } from '#platform/db/db.ts'
import type { Bus } from '#platform/live/bus.ts'
import { createMemory } from '#platform/live/memory.ts'
import { togglesIn } from './toggle-store.ts'

/** Topic that notifies all processes of a switched permission. */
export const PERMISSIONS_CHANGED = 'permissions.changed'

export type ToggleDirectory = { of: (role: Role, portal: PortalContext) => Promise<Toggles> }

/** The permissions switched for a role in a portal (ROL-075), kept in memory until one is switched anywhere. */
export const createToggleDirectory = (db: Db, bus: Bus): ToggleDirectory => {
  const memory = createMemory<Toggles>(db, bus, PERMISSIONS_CHANGED)
  return {
    of: async (role, portal) =>
      (await memory.get(`${portal.id} ${role}`, () =>
        db.withPortal(portal.id, (tx) => togglesIn(tx, portal, role), 'read only'),
      )) ?? {},
  }
}
