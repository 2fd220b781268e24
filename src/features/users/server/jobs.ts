import { z } from '#kernel/schema.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { forgetNames } from './former-names.ts'

const forgetNamesJob = job({ name: 'users.forget-names', data: z.object({}) })

/** Every night: the names of people who left go with the last training record that needs them (USR-011). */
export const jobs = (): JobHandler[] => [
  handle(
    forgetNamesJob,
    async (_data, { db, now }) => {
      await db.withPlatform((tx) => forgetNames(tx, now))
    },
    { cron: '23 3 * * *' },
  ),
]
