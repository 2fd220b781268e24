import { PgBoss } from 'pg-boss'
import type { TestApp } from '../api.ts'

/**
 * The queue takes the jobs for dead that ran before `at` and have not ended, as it does once their minutes are over, so that
 * a worker takes them again.
 */
export const passMinutes = async (t: TestApp, at: Date): Promise<void> => {
  const { pool } = t.app.db
  const { rows } = await pool.query<{ name: string }>(
    `update pgboss.job set started_on = started_on - interval '1 hour', heartbeat_on = heartbeat_on - interval '1 hour'
      where state = 'active' and started_on < $1 returning name`,
    [at],
  )
  if (rows.length === 0) return
  await pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
  const { host, port, user, password, database, options } = pool.options
  const connection = { host, port, user, password, database, options } as { database: string }
  const boss = new PgBoss({ ...connection, migrate: false, createSchema: false, supervise: false, schedule: false })
  await boss.start()
  for (const name of new Set(rows.map((row) => row.name))) await boss.supervise(name)
  await boss.stop()
}
