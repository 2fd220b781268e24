import { expect, test } from 'vitest'
import { z } from '#kernel/schema.ts'
import { createTestDatabase } from '../../../tests/database.ts'
import { createDb } from '../db/db.ts'
import { enqueue, handle, job, startJobs } from './jobs.ts'

const LOG = { error: () => {}, info: () => {} }
const data = z.object({ number: z.int() })
/** More than would end within the time of a test if each waited for the next look. */
const MANY = 100

test('the jobs of a queue follow one another without pauses, a failed one included, whenever they came (OPS-084)', async () => {
  const database = await createTestDatabase()
  const db = createDb(database.app)
  const [crowded, quiet] = [job({ name: 'test.crowded', data }), job({ name: 'test.quiet', data, retries: 0 })]
  const done = new Set<number>()
  const tries: number[] = []
  const handlers = [
    handle(crowded, async ({ number }) => void done.add(number)),
    handle(quiet, async ({ number }) => {
      tries.push(number)
      if (number === 1) throw new Error('refused')
    }),
  ]
  const jobs = await startJobs(database.app, db, handlers, { works: true, log: LOG })
  const add = (work: typeof crowded, numbers: number[]) =>
    db.withPlatform(async (tx) => {
      for (const number of numbers) await enqueue(tx, work, { number })
    })
  try {
    const all = Array.from({ length: MANY }, (_, number) => number)
    await add(crowded, all)
    await add(quiet, [1, 2])
    await expect.poll(() => done.size).toBe(MANY)
    await expect.poll(() => tries.toSorted()).toEqual([1, 2])
    await add(crowded, [MANY])
    await expect.poll(() => done.has(MANY)).toBe(true)
  } finally {
    await jobs.stop()
    await db.close()
    await database.drop()
  }
})
