import { accessOf } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'

/** Lets pass who buys credits for the portal: the roles that manage them (ROL-056); 401 for visitors, 403 for others. */
export const requireCreditBuyer = ({ viewer, portal }: Context): void => {
  if (!viewer) throw fail('unauthorized')
  const reach = accessOf(viewer.current_role, 'portal-credits.create', {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })
  if (reach !== 'any') throw fail('not_enough_permissions')
}
