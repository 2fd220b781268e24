import { expect, test } from 'vitest'
import { z } from '#kernel/schema.ts'
import { createTestDatabase } from '../../../tests/database.ts'
import { createDb, executeSql } from '../db/db.ts'
import { enqueue, handle, job, startJobs } from './jobs.ts'

const LOG = { error: () => {}, info: () => {} }
const number = z.object({ number: z.int() })
const setUp = async () => {
  const database = await createTestDatabase()
  const db = createDb(database.app)
  const ask = (text: string) => db.withPlatform(async (tx) => (await executeSql(tx, text)).rows)
  const end = async () => {
    await db.close()
    await database.drop()
  }
  return { database, db, ask, end }
}

test('a job whose process was killed is taken up by another one, long before its own limit (OPS-083)', async () => {
  const { database, db, ask, end } = await setUp()
  const work = job({ name: 'test.left', data: number, seconds: 6 * 3600 })
  const done: number[] = []
  const handlers = [handle(work, async (data) => void done.push(data.number))]
  const idle = await startJobs(database.app, db, handlers, { works: false, log: LOG })
  for (const [left, age] of [
    [1, '31 seconds'],
    [2, '5 seconds'],
  ] as const) {
    await db.withPlatform((tx) => enqueue(tx, work, { number: left }))
    // As a process that is killed leaves it: it runs, and nobody says so any more.
    await ask(`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '${age}'
      where name = 'test.left' and state = 'created'`)
  }
  await idle.stop()
  const jobs = await startJobs(database.app, db, handlers, { works: true, log: LOG })
  try {
    await expect.poll(() => done, { timeout: 110_000, interval: 500 }).toContain(1)
  } finally {
    await jobs.stop()
    await end()
  }
}, 120_000)

test('a run says that it goes on, and queues made before learn of it (OPS-083)', async () => {
  const { database, db, ask, end } = await setUp()
  const data = number
  const before = await startJobs(database.app, db, [handle(job({ name: 'test.long', data }), async () => {})], {
    works: false,
    log: LOG,
  })
  await before.stop()
  const long = job({ name: 'test.long', data, heartbeat_seconds: 10 })
  const heartbeat = async () =>
    (await ask(`select heartbeat_on from pgboss.job where name = 'test.long'`))[0]?.['heartbeat_on']
  let first: unknown
  const run = async () => {
    first = await heartbeat()
    await expect.poll(async () => String(await heartbeat()), { timeout: 30_000, interval: 500 }).not.toBe(String(first))
  }
  let isDone = false
  const jobs = await startJobs(
    database.app,
    db,
    [
      handle(long, async () => {
        await run()
        isDone = true
      }),
    ],
    { works: true, log: LOG },
  )
  try {
    expect(await ask(`select heartbeat_seconds from pgboss.queue where name = 'test.long'`)).toEqual([
      { heartbeat_seconds: 10 },
    ])
    await db.withPlatform((tx) => enqueue(tx, long, { number: 1 }))
    await expect.poll(() => isDone, { timeout: 50_000, interval: 500 }).toBe(true)
  } finally {
    await jobs.stop()
    await end()
  }
}, 60_000)
