/** What other features and the composition may show of invoices. */
export { SendInvoice } from './components/send-invoice.tsx'
export { invoiceHref } from './invoice.ts'
