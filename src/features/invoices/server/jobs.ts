import { loadOrder, systemContext } from '#features/orders/server/api.ts'
import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { mailInvoice } from './invoice.ts'
import { mailInvoiceJob } from './job-names.ts'

/** The job that mails invoices. */
export const jobs = (services: Services): JobHandler[] => [
  handle(mailInvoiceJob, async (data, { db, now }) => {
    const ctx = await systemContext(services, data.portal_id, now)
    await db.withPortal(data.portal_id, async (tx) => {
      const order = await loadOrder(tx, data.portal_id, data.order_id)
      if (order) await mailInvoice(tx, ctx, services.config, { order, email: data.email, key: data.key })
    })
  }),
]
