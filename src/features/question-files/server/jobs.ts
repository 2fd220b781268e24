import { z } from '#kernel/schema.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { deleteExpired } from './store.ts'

export const forgetJob = job({ name: 'question-files.forget', data: z.object({}) })

/** Removes imports whose time is over; the questions they added stay. */
export const jobs = (): JobHandler[] => [
  handle(forgetJob, (_data, { db, now }) => db.withPlatform((tx) => deleteExpired(tx, now)), { cron: '47 * * * *' }),
]
