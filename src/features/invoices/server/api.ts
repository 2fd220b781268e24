/** What the composition and other slices may call of invoices. */
export { invoiceEntries } from './invoice-entries.ts'
export { mailInvoiceOf } from './mail-invoice-of.ts'
