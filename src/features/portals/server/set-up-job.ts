import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** Prepares a confirmed portal for its first visitors; the portal is active once it has ended (PRT-073). */
export const setUpPortal = job({ name: 'portals.set-up', data: z.object({ portal_id: z.int() }) })
