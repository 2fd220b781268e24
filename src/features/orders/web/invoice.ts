/**
 * The address of an order's invoice as PDF. Its call belongs to invoices, which stand above orders and so cannot be named
 * here; a test of invoices holds the two together.
 */
export const invoiceHref = (id: number): string => `/api/v1/orders/${id}/invoice`
