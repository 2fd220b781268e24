import { sql } from 'kysely'
import { loadPerson } from '#features/accounts/server/api.ts'
import type { Fulfil, NewLine, OrderRow } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import { enqueue } from '#platform/jobs.ts'
import type { AddressValues } from '../../contract.ts'
import { type SentOption, strictest } from '../../rules/options.ts'
import { sendJob } from '../send-job.ts'
import { insertShipment, type ShipmentItem } from '../store.ts'

/** A course or a bundle that is bought, and how many of it. */
type BoughtLine = { kind: string; item_id: number | null; quantity: number }
type Sent = ShipmentItem & {
  /** The line that it is sent for, counted from 1. */
  position: number
  product_id: number
  option: SentOption
  carrier: string | null
  /** What sending one costs. */
  price_cents: number
}

/**
 * What is sent for these lines: of a course what its settings say, of a bundle what its own say, or its courses' where
 * nobody has said anything for the bundle. One thing for each seat, line by line.
 */
const sentFor = async (tx: Tx, portalId: number, lines: readonly BoughtLine[]): Promise<Sent[]> => {
  const bought = lines.flatMap(({ kind, item_id: id, quantity }, index) =>
    (kind === 'course' || kind === 'bundle') && id !== null ? { position: index + 1, kind, id, quantity } : [],
  )
  if (bought.length === 0) return []
  const { rows } = await sql<Sent>`
    with lines as (
      select * from jsonb_to_recordset(${JSON.stringify(bought)}::jsonb)
        as l (position int, kind text, id bigint, quantity int)
    ), bought as (
      select position, quantity, id as course_id, null::bigint as bundle_id from lines where kind = 'course'
      union all
      select position, quantity, null::bigint, id from lines where kind = 'bundle'
      union all
      select l.position, l.quantity, bc.course_id, null::bigint
      from lines l join bundle_courses bc on bc.portal_id = ${portalId} and bc.bundle_id = l.id
      where l.kind = 'bundle'
        and not exists (select 1 from shipping_settings o where o.portal_id = ${portalId} and o.bundle_id = l.id)
    )
    select b.position, b.quantity, p.id as product_id, s.option, s.carrier, s.price_cents, p.title, p.weight, p.width,
      p.height, p.length, p.value_cents, coalesce(s.category, p.category) as category
    from bought b
    join shipping_settings s on s.portal_id = ${portalId} and (s.course_id = b.course_id or s.bundle_id = b.bundle_id)
    join shippable_products p on p.portal_id = s.portal_id and p.id = s.shippable_product_id
    where s.option <> 'none'
    order by b.position, s.id
  `.execute(tx)
  return rows
}

/**
 * What is sent to whoever buys these lines: whether there is anything (CRT-023), what it costs, line by line (SHP-004), and
 * what the order keeps of it, so that what was paid for is sent even when the settings have changed by then.
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
const sentWith = async (tx: Tx, order: OrderRow): Promise<Sent[]> => {
  const { shipping } = order.details as { shipping?: Sent[] }
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
const packed = (sent: readonly Sent[]): ShipmentItem[] => {
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
export const shipOrder: Fulfil = async (tx: Tx, ctx: Context, order: OrderRow) => {
  const sent = await sentWith(tx, order)
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
