import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { takeStep } from './actions/take-step.ts'
import { sendJob } from './send-job.ts'

/** The job that carries shipments to the shipping service. */
export const jobs = (services: Services): JobHandler[] => [
  handle(sendJob, (data, { db, now }) => takeStep({ ...services, db, now }, data)),
]
