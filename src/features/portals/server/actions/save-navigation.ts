import { keepSiteVersion } from '#features/site-history/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import type { updateNavigation } from '../../contract-navigation.ts'
import { portalChanged } from '../changed.ts'
import { loadGroups, lockWhole, saveGroups } from '../navigation.ts'

/** Puts these links in the place of all that there were, and keeps both as versions (PRT-117, PGB-063). */
export const saveNavigation = async (
  tx: Tx,
  ctx: SignedIn,
  { groups }: Input<typeof updateNavigation>['body'],
): Promise<void> => {
  await lockWhole(tx, ctx.portal.id)
  const former = await loadGroups(tx, ctx.portal.id)
  await saveGroups(tx, ctx.portal.id, groups)
  const value = await loadGroups(tx, ctx.portal.id)
  await keepSiteVersion(tx, ctx, { kind: 'navigation', record_id: 0 }, { made_by: 'save', value, former })
  await portalChanged(tx, ctx.portal.id)
}
