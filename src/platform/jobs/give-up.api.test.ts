import { expect, test } from 'vitest'
import { z } from '#kernel/schema.ts'
import { createTestDatabase } from '../../../tests/database.ts'
import { createDb } from '../db/db.ts'
import { enqueue, handle, job, startJobs } from './jobs.ts'

const work = job({ name: 'test.hopeless', data: z.object({ number: z.int() }), retries: 1 })

test('a job that fails every try is given up once, with its data and its error (USR-082)', async () => {
  const database = await createTestDatabase()
  const db = createDb(database.app)
  let tries = 0
  let tell = (_told: unknown) => {}
  const givenUp = new Promise((resolve) => {
    tell = resolve
  })
  const handlers = [
    handle(
      work,
      async () => {
        tries += 1
        throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      },
      { giveUp: async ({ number }, { failure }) => tell({ number, failure, tries }) },
    ),
  ]
  const jobs = await startJobs(database.app, db, handlers, { works: true, log: { error: () => {}, info: () => {} } })
  try {
    await db.withPlatform((tx) => enqueue(tx, work, { number: 7 }))
    expect(await givenUp).toMatchObject({
      number: 7,
      tries: 2,
      failure: { code: '57P01', message: 'terminating connection' },
    })
  } finally {
    await jobs.stop()
    await db.close()
    await database.drop()
  }
})
