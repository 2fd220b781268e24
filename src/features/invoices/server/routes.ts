import { loadOrder, seeOrder } from '#features/orders/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { isInvoiceLink, seeInvoice } from './access.ts'
import { invoiceFile, requirePaid } from './invoice.ts'
import { mailInvoiceJob } from './job-names.ts'

/** The calls of invoices. */
export const routes = (services: Services): Route[] => [
  route(contract.downloadInvoice, async ({ tx, ctx, params, query, http }) => {
    const isLink = isInvoiceLink(services.config, ctx.portal.id, params.id, query, ctx.now)
    const order = isLink
      ? await loadOrder(tx, ctx.portal.id, params.id)
      : await seeInvoice(tx, ctx, { id: params.id, config: services.config, http })
    if (!order) throw fail('not_found')
    return invoiceFile(tx, services.files, ctx.portal, order)
  }),
  route(contract.sendInvoice, async ({ tx, ctx, params, body, http }) => {
    const seen = await seeOrder(tx, ctx, { id: params.id, config: services.config, http })
    if (!seen) throw fail('not_found')
    requirePaid(seen.order)
    await enqueue(tx, mailInvoiceJob, { portal_id: ctx.portal.id, order_id: params.id, email: body.email })
    return undefined
  }),
]
