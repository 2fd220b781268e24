import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** Makes the PDF of a certificate. A renderer that dies is taken for dead after two minutes and its work tried again. */
export const renderJob = job({
  name: 'certificates.render',
  data: z.object({ portal_id: z.int(), certificate_id: z.int() }),
  retries: 20,
  seconds: 120,
})
