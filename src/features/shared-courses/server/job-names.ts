import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** Brings a release of a course to portals, some at a time. A process that dies is noticed after half a minute. */
export const publishJob = job({
  name: 'shared-courses.publish',
  data: z.object({ portal_id: z.int(), job_id: z.int() }),
  retries: 10,
  seconds: 3600,
  heartbeat_seconds: 30,
})
