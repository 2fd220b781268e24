import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import { takeStep } from './actions/take-step.ts'
import { sendJob } from './send-job.ts'
import type { ShippingNeeds } from './service.ts'

/** The job that carries shipments to the shipping service. */
export const shippingJobs = (needs: ShippingNeeds): JobHandler[] => [
  handle(sendJob, (data, { db, now }) => takeStep({ ...needs, db, now }, data)),
]
