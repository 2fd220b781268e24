import { loadPerson } from '#features/accounts/server/api.ts'
import type { Effect } from '#features/orders/server/api.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { mailInvoiceJob } from './job-names.ts'

/** Mails the buyer of a completed order the invoice, once; an order of 0 has none (ORD-016). */
export const mailInvoiceOf: Effect = async (tx, _ctx, { id, portal_id, user_id, email, invoice_number }) => {
  if (invoice_number === null) return
  const buyer = await loadPerson(tx, portal_id, user_id)
  const mail = { portal_id, order_id: id, email: buyer?.email ?? email, key: `invoice:${id}` }
  await enqueue(tx, mailInvoiceJob, mail)
}
