import { fail } from '#kernel/errors.ts'
import { isPlanType } from '#kernel/product/orders.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import type { Db } from '#platform/db/db.ts'
import { PaymentsError } from '#platform/payments/payments.ts'
import type { Services } from '#platform/services.ts'
import { paymentLines } from '../../rules/payment-lines.ts'
import { loadItems, loadOrder, lockOrder, type OrderRow, updateOrder } from '../store.ts'

const MINUTE = 60_000
/** The page closes a little before the order does: the provider allows 24 hours at most, by its own clock. */
const pageCloses = (order: Pick<OrderRow, 'expires_at'>) => new Date(order.expires_at.getTime() - 2 * MINUTE)
/** The provider opens no page that would close within half an hour; so late an order is let run out. */
const LEAST_MINUTES = 31

/** Turns what keeps the provider from answering into the answer of a service that is down; the order stays and can be gone on with. */
export const orUnavailable = (error: unknown): never => {
  if (error instanceof PaymentsError && (error.code === 'payments_unreachable' || error.code === 'payments_off'))
    throw fail('maintenance')
  throw error
}

/** The address with the order's id in its query (CRT-028). */
export const withOrder = (address: string, name: string, orderId: number): string => {
  const url = new URL(address)
  url.searchParams.set(name, String(orderId))
  return url.href
}

const readOrder = async (db: Db, portalId: number, orderId: number) =>
  db.withPortal(
    portalId,
    async (tx) => {
      const order = await loadOrder(tx, portalId, orderId)
      const items = await loadItems(tx, portalId, orderId)
      const portal = await tx
        .selectFrom('portals')
        .select(['name', 'is_sales_tax_on'])
        .where('id', '=', portalId)
        .executeTakeFirstOrThrow()
      return { order, items, portal }
    },
    'read only',
  )

/**
 * Opens the provider's page for a pending order and saves its address with the order, outside of every transaction.
 * Calling it again continues from there: the provider makes one page for one order. An order that was closed in the
 * meantime gets its page closed as well. Returns the order in its new state; its `checkout_url` is null when it cannot
 * be paid. `maintenance` when the provider cannot be reached.
 */
export const openCheckout = async (
  db: Db,
  { payments }: Services,
  { portal_id: portalId, order_id: orderId }: { portal_id: number; order_id: number },
  now: Date,
): Promise<OrderRow> => {
  const { order, items, portal } = await readOrder(db, portalId, orderId)
  if (!order) throw fail('not_found')
  const isLate = pageCloses(order).getTime() - now.getTime() < LEAST_MINUTES * MINUTE
  if (order.status !== ORDER_STATUS.pending || order.checkout_url !== null || order.subtotal_cents === 0 || isLate)
    return order
  if (!order.success_url || !order.cancel_url) throw new Error(`Order ${orderId} has no addresses to come back to`)
  const opened = await payments
    .createCheckout({
      order_id: order.id,
      items: paymentLines(items),
      customer_email: order.email,
      success_url: withOrder(order.success_url, 'order', order.id),
      cancel_url: withOrder(order.cancel_url, 'cancelled_order', order.id),
      // Ids start again in another database, the provider's memory does not.
      idempotency_key: `order-${portalId}-${order.id}-${order.created_at.getTime()}`,
      automatic_tax: portal.is_sales_tax_on,
      expires_at: pageCloses(order),
      merchant_name: portal.name,
      ...(order.destination_account && {
        destination: { account_id: order.destination_account, platform_share_cents: order.platform_share_cents },
      }),
      saves_card: isPlanType(order.type),
    })
    .catch(orUnavailable)
  const saved = await db.withPortal(portalId, async (tx) => {
    const current = await lockOrder(tx, portalId, orderId)
    if (!current) throw fail('not_found')
    if (current.checkout_id !== null) return current
    const page = { checkout_id: opened.checkout_id, checkout_url: opened.url }
    await updateOrder(tx, current, page)
    return { ...current, ...page }
  })
  if (saved.status === ORDER_STATUS.cancelled || saved.status === ORDER_STATUS.failed)
    await payments.expireCheckout(opened.checkout_id).catch(orUnavailable)
  return saved
}
