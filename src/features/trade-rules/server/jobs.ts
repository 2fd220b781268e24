import { z } from '#kernel/schema.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { settleOverdue } from './identity/settle-overdue.ts'

/** The job that settles questions which no page has settled. */
export const settleQuestions = job({ name: 'trade-rules.settle-questions', data: z.object({}), retries: 2 })

/** Each minute the identity questions are settled whose time is over, whether or not a page is open. */
export const jobs = (services: Services): JobHandler[] => [
  handle(settleQuestions, (_data, { db, now }) => settleOverdue(services, db, now), { cron: '* * * * *' }),
]
