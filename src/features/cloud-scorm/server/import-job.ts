import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** A step of an import at the service: sends the package, or asks how the import stands. */
export const importJob = job({
  name: 'cloud-scorm.import',
  data: z.object({
    portal_id: z.int(),
    import_id: z.int(),
    /** How often the service has been asked. */
    asked: z._default(z.int(), 0),
  }),
  seconds: 4 * 3600,
  heartbeat_seconds: 60,
})
