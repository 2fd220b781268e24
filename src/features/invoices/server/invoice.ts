import { findById } from '#features/accounts/server/api.ts'
import { readStoredFile } from '#features/media/server/api.ts'
import { loadItems, type OrderRow, presentAddress } from '#features/orders/server/api.ts'
import type { Context, PortalContext } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { ORDER_WORDS } from '#kernel/product/orders.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { FileAnswer } from '#platform/http/route.ts'
import { sendMail } from '#platform/mail/mail.ts'
import type { Config } from '#platform/process/config.ts'
import { invoiceLink } from './access.ts'
import { type InvoicePortal, renderInvoice } from './invoice-document.ts'

const lines = (...parts: (string | null | undefined)[]) => parts.filter((part): part is string => Boolean(part))

const addressLines = (stored: unknown): string[] => {
  const address = presentAddress(stored)
  if (!address) return []
  // A bill that needs only a ZIP code has no other line (CRT-023).
  const place = [address.city, [address.state, address.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return lines(address.address, address.address_2, place)
}

/** The seller on the invoice: the company of the portal. */
const sellerOf = ({ name, company, setting }: PortalContext, logo: Uint8Array | null): InvoicePortal => ({
  name: company.name ?? name,
  logo,
  primary_color: setting.primary_color,
  address_lines: lines(
    company.address,
    [company.city, [company.state, company.postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    company.po_inbox,
  ),
  support_email: company.support_email,
  support_phone: company.support_phone,
  time_zone: setting.time_zone,
  website: company.website,
})

/** Fails with `no_payment_yet` for an order that has not been paid (ORD-026). */
export function requirePaid(order: OrderRow): asserts order is OrderRow & { invoice_number: string; paid_at: Date } {
  if (order.invoice_number === null || order.paid_at === null) throw fail('no_payment_yet')
}

/** The invoice of a paid order as a PDF (ORD-015); `no_payment_yet` without a payment. */
export const invoiceFile = async (
  tx: Tx,
  files: Files,
  portal: PortalContext,
  order: OrderRow,
): Promise<FileAnswer> => {
  requirePaid(order)
  const { logo } = portal.setting
  const picture = logo ? await readStoredFile(tx, files, portal.id, logo) : null
  const items = await loadItems(tx, order.portal_id, order.id)
  const { pdf } = await renderInvoice(
    {
      number: order.number,
      invoice_number: order.invoice_number,
      status: ORDER_WORDS[order.status],
      created_at: order.created_at,
      paid_at: order.paid_at,
      payment_reference: order.payment_reference,
      items,
      tax_cents: order.tax_cents,
      total_cents: order.total_cents,
      refunded_total_cents: order.refunded_cents,
      buyer: {
        name: order.buyer_name ?? order.email,
        email: order.email,
        address_lines: addressLines(order.billing_address),
      },
    },
    sellerOf(portal, picture),
  )
  return { name: `${order.invoice_number}.pdf`, mime_type: 'application/pdf', content: pdf, size: pdf.length }
}

type InvoiceMail = { order: OrderRow; email: string; key?: string | undefined }

/** Mails an invoice with a link that opens it without an account (ORD-016); the same key mails it once. */
export const mailInvoice = async (
  tx: Tx,
  ctx: Pick<Context, 'portal' | 'now'>,
  config: Config,
  { order, email, key }: InvoiceMail,
): Promise<void> => {
  requirePaid(order)
  const items = await loadItems(tx, order.portal_id, order.id)
  const person = await findById(tx, order.portal_id, order.user_id)
  const isBuyer = person?.email === email
  await sendMail(tx, {
    template: 'invoice',
    portal_id: order.portal_id,
    to: email,
    ...(key && { key }),
    data: {
      first_name: isBuyer ? person.first_name : null,
      link: invoiceLink(config, ctx.portal, order.id, ctx.now),
      invoice_number: order.invoice_number,
      order_number: order.number,
      paid_at: order.paid_at,
      items,
      tax_cents: order.tax_cents,
      total_cents: order.total_cents,
    },
  })
}
