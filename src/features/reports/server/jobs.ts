import { z } from '#kernel/schema.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { sendDueReports } from './send-reports.ts'

const sendReports = job({ name: 'reports.send', data: z.object({}), seconds: 1800 })

/** Looks for due reports every five minutes; how late it runs changes nothing about what is due. */
export const jobs = (services: Services): JobHandler[] => [
  handle(
    sendReports,
    async (_data, { db, now }) => {
      await sendDueReports(db, services, now)
    },
    { cron: '*/5 * * * *' },
  ),
]
