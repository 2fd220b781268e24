import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** Makes the file of an export. A process that dies is noticed after half a minute, and another one makes it again. */
export const makeExport = job({
  name: 'exports.make',
  data: z.object({ portal_id: z.int(), export_id: z.int() }),
  retries: 10,
  seconds: 6 * 3600,
  heartbeat_seconds: 30,
})

/** Removes the files whose time is over. */
export const forgetExports = job({ name: 'exports.forget', data: z.object({}) })
