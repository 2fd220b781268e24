import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** A step of a shipment at the service: creates it, buys its label, tracks it, or cancels it. */
export const sendJob = job({
  name: 'shipping.send',
  data: z.object({
    portal_id: z.int(),
    shipment_id: z.int(),
    /** How often the service has been asked since the last change. */
    asked: z._default(z.int(), 0),
  }),
})
