import type { Archive } from '#features/exports/server/api.ts'
import { loadOrder } from '#features/orders/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ZipEntry } from '#platform/packages/zip.ts'
import { invoiceFile } from './invoice.ts'

type Whose = { portal_id: number; user_id: number; portalById: (id: number) => Promise<PortalContext | null> }

/** The invoices of everything that a person has paid in a portal, each drawn when its turn in the archive has come. */
export const invoiceEntries = async (
  tx: Tx,
  { portal_id: portalId, user_id: userId, portalById }: Whose,
  { db, files }: Archive,
): Promise<ZipEntry[]> => {
  const paid = await tx
    .selectFrom('orders')
    .select(['id', 'invoice_number', 'paid_at'])
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('invoice_number', 'is not', null)
    .where('paid_at', 'is not', null)
    .orderBy('id')
    .execute()
  const draw = async (id: number) => {
    const portal = await portalById(portalId)
    return db.withPortal(
      portalId,
      async (own) => {
        const order = await loadOrder(own, portalId, id)
        if (!order || !portal) throw new Error(`Order ${id} has gone`)
        return (await invoiceFile(own, files, portal, order)).content
      },
      'read only',
    )
  }
  return paid.map(({ id, invoice_number: number, paid_at: paidAt }) => ({
    name: `${number}.pdf`,
    modified_at: paidAt as Date,
    is_packable: false,
    open: () => draw(id),
  }))
}
