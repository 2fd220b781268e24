import { sql } from 'kysely'
import { displayName } from '#kernel/text.ts'
import { searchPatterns } from '#platform/db/search-text.ts'
import { countedFigure, type DashboardPart, MOST_FOUND, type RecordFinder } from '#platform/overview/parts.ts'
import { lookerOf } from './assigned.ts'
import { matchingPeople } from './people-list.ts'

/** Who joined the portal (REP-008). */
export const peopleFigure: DashboardPart = countedFigure({
  permission: 'users.view',
  key: 'people',
  label: 'New people',
  at: 'joined_at',
  from: (portalId) => sql`from portal_users where portal_id = ${portalId} and left_at is null`,
  href: '/users',
})

/** Somebody of many who fit is found by further letters; so many are looked at for one answer. */
const LOOKED_AT = 200

/** People by names, username and e-mail, those of whom a manager has with them alone (API-029, USR-040). */
export const peopleFinder: RecordFinder = {
  permission: 'users.view',
  find: async (tx, ctx, words) => {
    const patterns = searchPatterns(words)
    if (patterns.length === 0) return []
    let people = matchingPeople(
      tx,
      { ...lookerOf(ctx), scope: ctx.scope },
      ctx.scope === 'own' ? { search: words } : {},
    )
    if (ctx.scope === 'any') {
      const { rows } = await sql<{ id: number }>`
        select people_found as id from people_found(${patterns}::text[], ${LOOKED_AT})`.execute(tx)
      people = people.where(sql<boolean>`m.user_id = any(${rows.map(({ id }) => id)}::bigint[])`)
    }
    const rows = await people.orderBy('sorted_name').limit(MOST_FOUND).execute()
    return rows.map((row) => ({
      group: 'People',
      label: displayName(row),
      text: row.email ?? (row.badge_number === null ? '' : `Badge ${row.badge_number}`),
      // Somebody's own record has a screen of its own.
      href: row.id === ctx.viewer.user_id ? '/profile/settings' : `/users/${row.username ?? row.id}/info`,
    }))
  },
}
