import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** Mails an invoice; with a `key` only once. */
export const mailInvoiceJob = job({
  name: 'invoices.mail',
  data: z.object({ portal_id: z.int(), order_id: z.int(), email: z.string(), key: z.optional(z.string()) }),
})
