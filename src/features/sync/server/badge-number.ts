import { sql } from 'kysely'

/** SQL: the badge number of the person of the row `table`, null without one (BDG-025). */
export const badgeNumberOf = (table: string) =>
  sql<string | null>`(select b.number from badges b
    where b.portal_id = ${sql.ref(`${table}.portal_id`)} and b.user_id = ${sql.ref(`${table}.user_id`)}
      and b.withdrawn_at is null)`.as('badge_number')
