import type { TestApp } from '../api.ts'

/** How many connections to the database of this test wait for a lock. `pg_locks` also lists the waits of other tests. */
export const lockWaits = async (t: TestApp): Promise<number> => {
  const { rows } = await t.app.db.pool.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]?.count ?? 0
}
