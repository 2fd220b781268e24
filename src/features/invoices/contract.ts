import { TRIED_ORDERS } from '#features/orders/contract.ts'
import { endpoint, id } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

export const downloadInvoice = endpoint({
  method: 'GET',
  path: '/orders/:id/invoice',
  permission: 'public',
  summary: 'The invoice of a paid order as PDF, also by the signed link of the invoice mail',
  is_always_current: true,
  failure_limit: TRIED_ORDERS,
  params: z.object({ id }),
  query: z.object({ expires: z.optional(z.coerce.number<number>().check(z.int())), signature: z.optional(z.string()) }),
  gives: 'file',
  errors: ['not_found', 'no_payment_yet'],
})

export const sendInvoice = endpoint({
  method: 'POST',
  path: '/orders/:id/send-invoice',
  permission: 'orders.update',
  summary: 'Mail the invoice of a paid order to an address',
  limit: 30,
  params: z.object({ id }),
  body: z.object({ email: rule.email() }),
  errors: ['not_found', 'no_payment_yet'],
})
