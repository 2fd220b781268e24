import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** Puts a release live at its time; it does nothing if that was moved or taken back since. */
export const publishAtTime = job({
  name: 'releases.publish-at-time',
  data: z.object({ portal_id: z.int(), release_id: z.int(), publish_at: z.string() }),
})
