import { loadItems, type OrderRow } from '#features/orders/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'

/** The lines of an order, which may stand in another portal than the one that it has made. */
export const loadLines = (tx: Tx, order: Pick<OrderRow, 'portal_id' | 'id'>) =>
  inPortal(tx, order.portal_id, () => loadItems(tx, order.portal_id, order.id))
