import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

const Data = z.object({ portal_id: z.int(), change_id: z.int() })
// A process that dies is noticed after half a minute, and another one goes on.
const long = { data: Data, retries: 10, seconds: 6 * 3600, heartbeat_seconds: 30 }

export const runJob = job({ name: 'bulk-changes.run', ...long })
export const undoJob = job({ name: 'bulk-changes.undo', ...long })
export const forgetJob = job({ name: 'bulk-changes.forget', data: z.object({}) })
