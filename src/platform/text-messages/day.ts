import { sql } from 'kysely'
import { DEFAULT_TEXT_LIMIT } from '#kernel/access/text-limit.ts'
import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '../db/db.ts'

/** The texts of a portal on the present day of its time zone. */
export type TextDay = { sent: number; limit: number }

/** With the day itself, and the share of its limit that people were notified of. */
export type LockedTextDay = TextDay & { day: Day; notified: number }

/** What a portal has sent today and may send, without waiting for texts that are being counted (TXT-022). */
export const textsToday = async (tx: Tx, portalId: number, now: Date): Promise<TextDay> => {
  const { rows } = await sql<TextDay>`
    select coalesce(p.text_limit, ${DEFAULT_TEXT_LIMIT}::int) as limit,
      case when d.day >= (${now}::timestamptz at time zone p.time_zone)::date then d.sent else 0 end as sent
    from portals p left join text_days d on d.portal_id = p.id where p.id = ${portalId}`.execute(tx)
  return rows[0] ?? { sent: 0, limit: DEFAULT_TEXT_LIMIT }
}

/**
 * The same, locked until the transaction ends, so that texts of a portal are counted one after the other. A day never goes back:
 * another time zone gives a portal no second day.
 */
export const lockTextDay = async (tx: Tx, portalId: number, now: Date): Promise<LockedTextDay> => {
  const { rows } = await sql<Omit<LockedTextDay, 'limit'>>`
    insert into text_days as d (portal_id, day)
    select id, (${now}::timestamptz at time zone time_zone)::date from portals where id = ${portalId}
    on conflict (portal_id) do update set
      sent = case when excluded.day > d.day then 0 else d.sent end,
      notified = case when excluded.day > d.day then 0 else d.notified end,
      day = greatest(d.day, excluded.day)
    returning to_char(day, 'YYYY-MM-DD') as day, sent, notified`.execute(tx)
  const [day] = rows
  if (!day) throw new Error(`There is no portal ${portalId}`)
  // A statement of its own: the one above may have waited while the limit was changed, and would answer the former one.
  const { text_limit: limit } = await tx
    .selectFrom('portals')
    .select('text_limit')
    .where('id', '=', portalId)
    .executeTakeFirstOrThrow()
  return { ...day, limit: limit ?? DEFAULT_TEXT_LIMIT }
}

/** Writes what was counted on the day that `lockTextDay` has locked. */
export const saveTextDay = async (tx: Tx, portalId: number, day: { sent: number; notified: number }): Promise<void> => {
  await tx.updateTable('text_days').set(day).where('portal_id', '=', portalId).execute()
}

export type PortalTexts = TextDay & { portal_id: number; portal_name: string }

/** The portals that have sent at least `percent` of what they may today, the most first; for a transaction over all portals. */
export const portalsNearTextLimit = async (tx: Tx, percent: number): Promise<PortalTexts[]> => {
  const { rows } = await sql<PortalTexts>`
    select p.id as portal_id, p.name as portal_name, d.sent, coalesce(p.text_limit, ${DEFAULT_TEXT_LIMIT}::int) as limit
    from text_days d join portals p on p.id = d.portal_id
    where d.sent > 0 and d.day >= (now() at time zone p.time_zone)::date
      and d.sent::bigint * 100 >= coalesce(p.text_limit, ${DEFAULT_TEXT_LIMIT}::int)::bigint * ${percent}::int
    order by d.sent::float8 / greatest(coalesce(p.text_limit, ${DEFAULT_TEXT_LIMIT}::int), 1) desc, p.id limit 20`.execute(
    tx,
  )
  return rows
}
