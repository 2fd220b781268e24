import type { Wire } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import type { showNavigation } from '../contract-navigation.ts'

type Groups = Wire<typeof showNavigation>['data']['groups']

/** The groups of a portal's navigation in their order (PRT-014, PRT-015). */
export const loadGroups = async (tx: Tx, portalId: number): Promise<{ groups: Groups }> => ({
  groups: await tx
    .selectFrom('navigation_groups')
    .select(['button_name', 'title', 'slug'])
    .where('portal_id', '=', portalId)
    .orderBy('sort_number')
    .orderBy('id')
    .execute(),
})

/** Nobody else changes what belongs to the portal as a whole until the transaction ends. */
export const lockWhole = async (tx: Tx, portalId: number): Promise<void> => {
  await tx.selectFrom('portals').select('id').where('id', '=', portalId).forNoKeyUpdate().execute()
}

/** Puts these groups in the place of all that there were. */
export const saveGroups = async (tx: Tx, portalId: number, groups: Groups): Promise<void> => {
  // Of two who save at once, the second has to see the rows of the first.
  await lockWhole(tx, portalId)
  await tx.deleteFrom('navigation_groups').where('portal_id', '=', portalId).execute()
  if (groups.length === 0) return
  await tx
    .insertInto('navigation_groups')
    .values(groups.map((group, at) => ({ ...group, sort_number: at + 1, portal_id: portalId })))
    .execute()
}
