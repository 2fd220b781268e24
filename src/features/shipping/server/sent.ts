import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { SentOption } from '../rules/options.ts'
import type { ShipmentItem } from './store.ts'

/** A course or a bundle that is bought, and how many of it. */
export type BoughtLine = { kind: string; item_id: number | null; quantity: number }
export type ShippedItem = ShipmentItem & {
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
export const sentFor = async (tx: Tx, portalId: number, lines: readonly BoughtLine[]): Promise<ShippedItem[]> => {
  const bought = lines.flatMap(({ kind, item_id: id, quantity }, index) =>
    (kind === 'course' || kind === 'bundle') && id !== null ? { position: index + 1, kind, id, quantity } : [],
  )
  if (bought.length === 0) return []
  const { rows } = await sql<ShippedItem>`
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
 * The products shipped to a buyer of this, with the shipping price: what its page says before the purchase (SHP-004).
 */
export const sentWith = async (tx: Tx, portalId: number, kind: 'course' | 'bundle', id: number) =>
  (await sentFor(tx, portalId, [{ kind, item_id: id, quantity: 1 }])).map(({ title, price_cents }) => ({
    title,
    price: price_cents,
  }))
