import { effectiveToggles, type Role, type Toggles } from '#kernel/access/permissions.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { readPortalLevels } from './toggle-store.ts'

export { permissionName } from '../rules/words.ts'
export { actingPerson, type StepTaker } from './acting-person.ts'
export { actorOf as toggleActorOf, switchPermission } from './actions/toggle-permission.ts'
export { togglesIn } from './toggle-store.ts'

/** What other slices may call of permissions: the switches of each role in a portal, for what happens without a call. */
export const togglesOfRoles = async (tx: Tx, portal: PortalContext): Promise<(role: Role) => Toggles> => {
  const levelsOf = await readPortalLevels(tx, portal)
  return (role) => {
    const levels = levelsOf(role)
    return effectiveToggles(levels.general, levels.kind, levels.portal)
  }
}
