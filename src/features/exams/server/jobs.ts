import type { Progress } from '#features/progress/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import { z } from '#kernel/schema.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { endOverdueAttempts } from './end-attempt.ts'

/** The job that ends what no page has ended. */
export const endOverdue = job({ name: 'exams.end-overdue', data: z.object({}), retries: 2 })

/** Each minute the attempts are ended whose time is over, whether or not a page is open. */
export const examJobs = (given: {
  progress: Progress
  portalById: (id: number) => Promise<PortalContext | null>
}): JobHandler[] => [
  handle(
    endOverdue,
    async (_data, { db, now }) => {
      await endOverdueAttempts(given, db, now)
    },
    { cron: '* * * * *' },
  ),
]
