import type { Context } from '#kernel/context.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Db } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { loadOrder, lockOrder, moveOrder, type OrderRow } from '../store.ts'

type Closing = { order_id: number; reason: string }

/**
 * Cancels a pending order (ORD-008). The provider's page is closed first, so that it cannot be paid any more, and only
 * then the order. When the buyer was faster, the order stays and waits for the message of the payment. Returns the
 * order in its new state, null if there is none. Throws what the provider throws.
 */
export const closeOrder = async (
  db: Db,
  { payments }: Pick<Services, 'payments'>,
  ctx: Context,
  { order_id: orderId, reason }: Closing,
): Promise<OrderRow | null> => {
  const portalId = ctx.portal.id
  const order = await db.withPortal(portalId, (tx) => loadOrder(tx, portalId, orderId), 'read only')
  if (order?.status !== ORDER_STATUS.pending) return order
  if (order.checkout_id !== null) {
    const page = await payments.expireCheckout(order.checkout_id)
    if (page.status === 'complete') return order
  }
  const closed = await db.withPortal(portalId, async (tx) => {
    const current = await lockOrder(tx, portalId, orderId)
    if (current?.status !== ORDER_STATUS.pending) return current
    // Another page has been opened since and has to be closed first.
    if (current.checkout_id !== order.checkout_id) return 'again'
    const cancelled = await moveOrder(tx, current, ORDER_STATUS.cancelled, { cancelled_at: ctx.now, reason })
    await logActivity(tx, ctx, {
      action: 'order.cancel',
      subject_type: 'order',
      subject_id: orderId,
      changes: { reason },
    })
    return cancelled
  })
  return closed === 'again' ? closeOrder(db, { payments }, ctx, { order_id: orderId, reason }) : closed
}
