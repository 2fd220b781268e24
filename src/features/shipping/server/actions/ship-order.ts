import { loadPerson } from '#features/accounts/server/api.ts'
import type { Effect, NewLine, OrderRow } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { AddressValues } from '../../contract.ts'
import { strictest } from '../../rules/options.ts'
import { sendJob } from '../send-job.ts'
import { type BoughtLine, type ShippedItem, sentFor } from '../sent.ts'
import { insertShipment, type ShipmentItem } from '../store.ts'

/**
 * The shipment for these lines: whether there is anything to ship (CRT-023), its price, line by line (SHP-004), and
 * what the order records of it, so that paid products are shipped even when the settings have changed by then.
 */
export const shippingOf = async (tx: Tx, { portal }: Pick<Context, 'portal'>, lines: readonly BoughtLine[]) => {
  const sent = await sentFor(tx, portal.id, lines)
  return {
    is_needed: sent.length > 0,
    lines: sent.flatMap(({ position, product_id, title, quantity, price_cents }): NewLine[] =>
      price_cents === 0
        ? []
        : [
            {
              kind: 'shipping',
              item_id: product_id,
              title: `Shipping: ${title}`,
              slug: null,
              quantity,
              unit_price_cents: price_cents,
              courses: [],
              for_position: position,
            },
          ],
    ),
    details: sent.length > 0 ? { shipping: sent } : {},
  }
}

/** What an order was promised when it was made, else what is said by now. */
const sentByOrder = async (tx: Tx, order: OrderRow): Promise<ShippedItem[]> => {
  const { shipping } = order.details as { shipping?: ShippedItem[] }
  if (shipping) return shipping
  const lines = await tx
    .selectFrom('order_items')
    .select(['kind', 'item_id', 'quantity'])
    .where('portal_id', '=', order.portal_id)
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  return sentFor(tx, order.portal_id, lines)
}

/** A thing of a parcel has a quantity of at most so many. */
const MOST = 9999

/** Things of one kind travel as one. */
const packed = (sent: readonly ShippedItem[]): ShipmentItem[] => {
  const items = new Map<string, ShipmentItem>()
  for (const { option: _, carrier: __, position: ___, price_cents: ____, product_id, ...item } of sent) {
    const key = `${product_id} ${item.category}`
    const known = items.get(key)
    const quantity = item.quantity + (known?.quantity ?? 0)
    if (quantity <= MOST) items.set(key, { ...item, quantity })
    else items.set(`${key} ${items.size}`, item)
  }
  return [...items.values()]
}

/** Where the order goes, or where its buyer lives; null while nobody has said. */
const addressOf = async (tx: Tx, order: OrderRow): Promise<AddressValues | null> => {
  if (order.shipping_address) return order.shipping_address as AddressValues
  const buyer = await loadPerson(tx, order.portal_id, order.user_id)
  if (!buyer) return null
  for (const use of ['shipping', 'billing'] as const) {
    const { [`${use}_address`]: address, [`${use}_city`]: city } = buyer as Record<string, unknown>
    const { [`${use}_state`]: state, [`${use}_zip_code`]: zip_code } = buyer as Record<string, unknown>
    if (!address || !city || !state || !zip_code) continue
    const address_2 = (buyer as Record<string, unknown>)[`${use}_address_2`] ?? null
    return { address, address_2, city, state, zip_code, country: 'US' } as AddressValues
  }
  return (order.billing_address as AddressValues | null) ?? null
}

/** Makes the shipment of an order with something to send, in the transaction that completes it, and once (SHP-009). */
export const shipOrder: Effect = async (tx: Tx, ctx: Context, order: OrderRow) => {
  const sent = await sentByOrder(tx, order)
  if (sent.length === 0) return
  const address = await addressOf(tx, order)
  const id = await insertShipment(tx, {
    portal_id: order.portal_id,
    order_id: order.id,
    user_id: order.user_id,
    option: strictest(sent.map(({ option }) => option)),
    carrier: sent.find(({ carrier }) => carrier !== null)?.carrier ?? null,
    address,
    items: packed(sent),
    created_at: ctx.now,
  })
  if (id === null) return
  if (address) await enqueue(tx, sendJob, { portal_id: order.portal_id, shipment_id: id, asked: 0 })
  await logActivity(tx, ctx, {
    action: 'shipment.create',
    subject_type: 'shipment',
    subject_id: id,
    changes: { order_id: order.id },
  })
}
