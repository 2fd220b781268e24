import { z } from '#kernel/schema.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { purgeBefore } from '../rules/leases.ts'
import { endOverdueAttempts } from './end-attempt.ts'
import { purgeQuestions } from './leases/lease-store.ts'

/** The job that ends what no page has ended. */
export const endOverdue = job({ name: 'exams.end-overdue', data: z.object({}), retries: 2 })

/** The job that deletes the questions of leases that ended long ago. */
const purgeLeases = job({ name: 'exams.purge-leases', data: z.object({}), retries: 2 })

/** Each minute the attempts are ended whose time is over, whether or not a page is open; each night old leases lose their questions. */
export const jobs = (services: Services): JobHandler[] => [
  handle(
    endOverdue,
    async (_data, { db, now }) => {
      await endOverdueAttempts(services, db, now)
    },
    { cron: '* * * * *' },
  ),
  handle(
    purgeLeases,
    async (_data, { db, now }) => {
      await db.withPlatform((tx) => purgeQuestions(tx, purgeBefore(now)))
    },
    { cron: '40 3 * * *' },
  ),
]
