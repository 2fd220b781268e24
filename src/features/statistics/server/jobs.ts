import { z } from '#kernel/schema.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { sumAttempts } from './store.ts'

/** Answers that were kept without a connection are taken for a day (EXM-034); after two nothing is added. */
const SETTLED_MS = 48 * 3_600_000
/** As many attempts are summed in one transaction. */
const ATTEMPTS_AT_ONCE = 5000

export const sumJob = job({ name: 'statistics.sum-answers', data: z.object({}) })

/** Sums the answers of attempts that ended long ago, each attempt once, however many processes do it (QPL-034). */
export const jobs = (): JobHandler[] => [
  handle(
    sumJob,
    async (_data, { db, now, signal }) => {
      const before = new Date(now.getTime() - SETTLED_MS)
      while (!signal.aborted) {
        const summed = await db.withPlatform((tx) => sumAttempts(tx, before, ATTEMPTS_AT_ONCE))
        if (summed < ATTEMPTS_AT_ONCE) return
      }
    },
    { cron: '23 * * * *' },
  ),
]
