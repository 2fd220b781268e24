import { sql } from 'kysely'
import type { Db } from '../db.ts'

export type NarrowLimit = (key: string, most: number) => Promise<number | null>

/**
 * Counts calls that have a limit of their own, per minute and over all processes (API-020): answers null, or after how
 * many seconds a call beyond the limit may be tried again.
 */
export const createNarrowLimit =
  (db: Db): NarrowLimit =>
  async (key, most) => {
    const { count, seconds } = await db.withPlatform(async (tx) => {
      const { rows } = await sql<{ count: number; seconds: number }>`
        insert into call_counts as c (key, count, ends_at) values (${key}, 1, now() + interval '1 minute')
        on conflict (key) do update set
          count = case when c.ends_at <= now() then 1 else c.count + 1 end,
          ends_at = case when c.ends_at <= now() then excluded.ends_at else c.ends_at end
        returning count, greatest(1, ceil(extract(epoch from ends_at - now())))::int as seconds`.execute(tx)
      const [row] = rows
      if (!row) throw new TypeError('A counted call has a count')
      return row
    })
    return count > most ? seconds : null
  }
