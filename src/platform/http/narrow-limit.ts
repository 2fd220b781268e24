import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export type NarrowLimit = {
  /** Counts a call, and answers how many there were in this minute and in how many seconds it ends. */
  tally: (key: string) => Promise<CallCount>
  /** Counts a call: null, or after how many seconds a call beyond the limit may be tried again. */
  count: (key: string, most: number) => Promise<number | null>
  /** The same without counting. */
  peek: (key: string, most: number) => Promise<number | null>
}

type CallCount = { count: number; seconds: number }

/**
 * Counts calls that have a limit of their own, per minute and over all processes (API-020).
 */
export const createNarrowLimit = (db: Db): NarrowLimit => {
  const tally = (key: string): Promise<CallCount> =>
    db.withPlatform(async (tx) => {
      const { rows } = await sql<CallCount>`
        insert into call_counts as c (key, count, ends_at) values (${key}, 1, now() + interval '1 minute')
        on conflict (key) do update set
          count = case when c.ends_at <= now() then 1 else c.count + 1 end,
          ends_at = case when c.ends_at <= now() then excluded.ends_at else c.ends_at end
        returning count, greatest(1, ceil(extract(epoch from ends_at - now())))::int as seconds`.execute(tx)
      const [row] = rows
      if (!row) throw new TypeError('A counted call has a count')
      return row
    })
  return {
    tally,
    count: async (key, most) => {
      const { count, seconds } = await tally(key)
      return count > most ? seconds : null
    },
    peek: async (key, most) => {
      const { rows } = await db.withPlatform(
        (tx) =>
          sql<CallCount>`
            select count, greatest(1, ceil(extract(epoch from ends_at - now())))::int as seconds
              from call_counts where key = ${key} and ends_at > now()`.execute(tx),
        'read only',
      )
      const [row] = rows
      return row && row.count >= most ? row.seconds : null
    },
  }
}
