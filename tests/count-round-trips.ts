import type pg from 'pg'
import { Batch } from '#platform/db/batch.ts'
import { createDb, type Tx } from '#platform/db/db.ts'
import type { TestApp } from './api.ts'

/**
 * How often a transaction waits for the database, its BEGIN and COMMIT included: statements that are sent before the answer
 * to another has come share its round trip. `before` runs first and is not counted, so data read once per process is known.
 */
export const countRoundTrips = async (
  t: Pick<TestApp, 'app'>,
  portalId: number,
  work: (tx: Tx) => Promise<unknown>,
  before?: (tx: Tx) => Promise<unknown>,
): Promise<number> => {
  const { host, port, user, password, database } = t.app.db.pool.options
  const db = createDb({ host, port, user, password, database, max: 1 } as pg.PoolConfig)
  try {
    if (before) await db.withPortal(portalId, before)
    const client = await db.pool.connect()
    const original = client.query as (...args: unknown[]) => Promise<unknown> | Batch
    let waiting = 0
    let trips = 0
    client.query = ((...args: unknown[]) => {
      if (waiting === 0) trips += 1
      waiting += 1
      const answer = original.apply(client, args)
      const end = () => {
        waiting -= 1
      }
      if (answer instanceof Batch) answer.done.then(end)
      else answer.then(end, end)
      return answer
    }) as never
    client.release()
    await db.withPortal(portalId, work)
    return trips
  } finally {
    await db.close()
  }
}
