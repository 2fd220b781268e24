import { sql } from 'kysely'
import { isInGroup } from '#kernel/access/permissions.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { textHolds } from '#platform/db/search-text.ts'
import {
  attentionOf,
  countSome,
  type DashboardPart,
  inWords,
  MOST_FOUND,
  type RecordFinder,
} from '#platform/overview/parts.ts'

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
      href: `/portals/${id}`,
    }))
  },
}

/** Portals that wait to be confirmed, for those who confirm them (PRT-073). */
export const portalsAttention: DashboardPart = {
  permission: 'portals.update',
  attention: async (tx, ctx) => {
    if (!isInGroup(ctx.viewer.current_role, 'super_admins')) return []
    const count = await overAllPortals(tx, () => countSome(tx, sql`from portals where status = 'pending_validation'`))
    const text = inWords(count, 'portal waits for your review', 'portals wait for your review')
    return attentionOf('portals', count, text, '/portals?status=pending_validation')
  },
}
