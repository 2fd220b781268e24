import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** Unpacks an uploaded package. A large one takes its time, so a dead process is noticed by its silence. */
export const unpackJob = job({
  name: 'scorm.unpack',
  data: z.object({ portal_id: z.int(), package_id: z.int() }),
  seconds: 6 * 3600,
  heartbeat_seconds: 60,
})

/** Removes what a deleted package has left on the disk. */
export const removeJob = job({
  name: 'scorm.remove',
  data: z.object({ uuid: z.string(), upload_id: z.nullable(z.string()) }),
})

/** Deletes uploads that nobody finished or used, and the packages made of them (UPL-028). */
export const cleanJob = job({ name: 'scorm.clean-uploads', data: z.object({}), seconds: 3600 })
