import pg from 'pg'
import type { TestApp } from './api.ts'

/** Brings the planner's statistics of a table up to date with what is committed. The program's roles may not; PostgreSQL skips it then. */
export const analyze = async (t: TestApp, table: string): Promise<void> => {
  const { host, port, database } = t.app.db.pool.options
  const client = new pg.Client({ host, port, database, user: 'postgres' } as pg.ClientConfig)
  await client.connect()
  await client.query(`analyze ${table}`)
  await client.end()
}
