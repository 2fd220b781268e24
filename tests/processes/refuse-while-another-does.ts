// A row of a job that one process gives up while another process does it.
import { jobHandlers } from '../../src/app/features.ts'
import { fail } from '../../src/kernel/errors.ts'
import type { Db } from '../../src/platform/db/db.ts'
import type { TestApp } from '../api.ts'

type Job = {
  job: string
  data: unknown
  /** Which transaction of the job is refused. */
  at: number
}

/** The database of a process that does something at the end of its transaction of this number, and after it. */
const watched = (db: Db, at: number, { inIt, after }: { inIt?: () => void; after: () => unknown }): Db => {
  let number = 0
  return {
    ...db,
    withPortal: async (portalId, work, mode) => {
      number += 1
      if (number !== at) return db.withPortal(portalId, work, mode)
      try {
        return await db.withPortal(
          portalId,
          async (tx) => {
            const answer = await work(tx)
            inIt?.()
            return answer
          },
          mode,
        )
      } finally {
        await after()
      }
    },
  }
}

/** Runs a job to its end that is refused once; before it notes why, another process does the same row and is stopped. */
export const refuseWhileAnotherDoes = async (t: TestApp, { job, data, at }: Job): Promise<void> => {
  const handler = jobHandlers(t.app.services).find((one) => one.job.name === job)
  if (!handler) throw new Error(`No job ${job}`)
  const run = (db: Db, signal: AbortSignal) => handler.run(data as never, { db, now: new Date(), signal })
  const stop = new AbortController()
  const other = watched(t.app.db, at, { after: () => stop.abort() })
  const refused = watched(t.app.db, at, {
    inIt: () => {
      throw fail('portal_credits_not_enough')
    },
    after: () =>
      run(other, stop.signal).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error
      }),
  })
  await run(refused, new AbortController().signal)
}
