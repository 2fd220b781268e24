import type pg from 'pg'
import { createDb, type Db } from '#platform/db/db.ts'
import type { TestApp } from './api.ts'

/** Works like a separate process on the same database: it knows nothing, and nothing is announced to it. */
export const elsewhere = async <T>(t: Pick<TestApp, 'app'>, work: (db: Db) => Promise<T>): Promise<T> => {
  const { host, port, user, password, database } = t.app.db.pool.options
  const db = createDb({ host, port, user, password, database, max: 2 } as pg.PoolConfig)
  return work(db).finally(() => db.close())
}
