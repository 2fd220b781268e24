import { isInGroup } from '#kernel/access/permissions.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { MOST_FOUND, type RecordFinder } from '#platform/overview/parts.ts'

/** Portals by name, for those who run all of them (PRT-068). */
export const portalsFinder: RecordFinder = {
  permission: 'portals.view',
  find: async (tx, ctx, words) => {
    if (!isInGroup(ctx.viewer.current_role, 'super_admins')) return []
    const rows = await overAllPortals(tx, () =>
      tx
        .selectFrom('portals')
        .select(['id', 'name', 'slug'])
        .where(textHolds(['name', 'slug'], words))
        .orderBy('name')
        .limit(MOST_FOUND)
        .execute(),
    )
    return rows.map(({ id, name, slug }) => ({
      group: 'Portals',
      label: name,
      text: slug,
      href: `/portals/${id}/settings`,
    }))
  },
}
