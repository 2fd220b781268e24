import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { EndedAmong } from '#platform/live/holders.ts'

type Row = { at: number }

/**
 * Over all portals: those of these holders of live connections whose session has ended, or who are blocked, and holders of a
 * token who are no members any more. Somebody of the platform signs in where they are no member.
 */
export const endedAmong =
  (db: Db): EndedAmong =>
  async (holders) => {
    const column = (name: 'portal_id' | 'user_id' | 'session_id') => holders.map((holder) => holder[name])
    const { rows } = await db.withPlatform(
      (tx) =>
        sql<Row>`
          select (h.at - 1)::int as at
          from unnest(${column('portal_id')}::bigint[], ${column('user_id')}::bigint[], ${column('session_id')}::bigint[])
            with ordinality as h (portal_id, user_id, session_id, at)
          left join users u on u.id = h.user_id
          left join portal_users m on m.portal_id = h.portal_id and m.user_id = h.user_id
          left join sessions s on s.id = h.session_id
          where coalesce(u.is_blocked, true) or coalesce(m.is_blocked, true)
            or case when h.session_id = 0 then m.left_at is not null else s.id is null or s.ended_at is not null end`.execute(
          tx,
        ),
      'read only',
    )
    return rows.flatMap(({ at }) => holders[at] ?? [])
  }
