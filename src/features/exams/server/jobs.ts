import { z } from '#kernel/schema.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { endOverdueAttempts } from './end-attempt.ts'

/** The job that ends what no page has ended. */
export const endOverdue = job({ name: 'exams.end-overdue', data: z.object({}), retries: 2 })

/** Each minute the attempts are ended whose time is over, whether or not a page is open. */
export const jobs = (services: Services): JobHandler[] => [
  handle(
    endOverdue,
    async (_data, { db, now }) => {
      await endOverdueAttempts(services, db, now)
    },
    { cron: '* * * * *' },
  ),
]
