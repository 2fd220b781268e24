import { urlOf } from '#kernel/client.ts'
import { downloadInvoice } from '../contract.ts'

/** The address of an order's invoice as PDF. */
export const invoiceHref = (id: number): string => `/api/v1${urlOf(downloadInvoice, { params: { id } })}`
