import { sql, type Updateable } from 'kysely'
import { fail } from '#kernel/errors.ts'
import type { OrderType } from '#kernel/product/orders.ts'
import { ORDER_WORDS } from '#kernel/product/orders.ts'
import type { OrderStatus } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Orders } from '#platform/db/db-types.ts'
import { canMove } from '../rules/status.ts'
import type { NewLine } from './new-line.ts'

export const ORDER_COLUMNS = [
  'id',
  'portal_id',
  'number',
  'user_id',
  'type',
  'status',
  'buyer_role',
  'email',
  'buyer_name',
  'has_made_account',
  'currency',
  'subtotal_cents',
  'tax_cents',
  'total_cents',
  'refunded_cents',
  'billing_address',
  'shipping_address',
  'success_url',
  'cancel_url',
  'checkout_id',
  'checkout_url',
  'payment_reference',
  'invoice_number',
  'reason',
  'dispute_status',
  'dispute_fee_cents',
  'disputed_cents',
  'destination_account',
  'platform_share_cents',
  'details',
  'created_at',
  'expires_at',
  'paid_at',
  'completed_at',
  'cancelled_at',
] as const

const oneOrder = (tx: Tx, portalId: number, id: number) =>
  tx
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .$narrowType<{ status: OrderStatus; type: OrderType }>()
    .where('portal_id', '=', portalId)
    .where('id', '=', id)

export type OrderRow = Awaited<ReturnType<ReturnType<typeof oneOrder>['executeTakeFirstOrThrow']>>

/** The order of the portal, or null; amounts in cents. */
export const loadOrder = async (tx: Tx, portalId: number, id: number): Promise<OrderRow | null> =>
  (await oneOrder(tx, portalId, id).executeTakeFirst()) ?? null

/** The order, locked until the transaction ends: messages, refunds and cancellations of one order run one after the other. */
export const lockOrder = async (tx: Tx, portalId: number, id: number): Promise<OrderRow | null> =>
  (await oneOrder(tx, portalId, id).forNoKeyUpdate().executeTakeFirst()) ?? null

/** The name that a person has in the portal at this moment; the order keeps it (ORD-052). */
export const buyerName = (portalId: number, userId: number) =>
  sql<string | null>`(select nullif(concat_ws(' ', first_name, middle_name, last_name), '')
    from portal_users where portal_id = ${portalId} and user_id = ${userId})`

const loadBuyerName = async (tx: Tx, { portal_id, user_id }: OrderRow): Promise<string | null> => {
  const { rows } = await sql<{ name: string | null }>`select ${buyerName(portal_id, user_id)} as name`.execute(tx)
  return rows[0]?.name ?? null
}

/** The buyer's name where the order has none yet: they may have entered one since they ordered. */
export const lateBuyerName = async (tx: Tx, order: OrderRow): Promise<{ buyer_name?: string | null }> =>
  order.buyer_name === null ? { buyer_name: await loadBuyerName(tx, order) } : {}

/** Writes these fields of a locked order. */
export const updateOrder = async (
  tx: Tx,
  order: Pick<OrderRow, 'portal_id' | 'id'>,
  values: Updateable<Orders>,
): Promise<void> => {
  await tx
    .updateTable('orders')
    .set(values)
    .where('portal_id', '=', order.portal_id)
    .where('id', '=', order.id)
    .execute()
}

/** Changes the status of a locked order, or fails with `invalid` if the table of ORD-007 has no such change. */
export const moveOrder = async (
  tx: Tx,
  order: OrderRow,
  to: OrderStatus,
  values: Updateable<Orders> = {},
): Promise<OrderRow> => {
  if (!canMove(order.status, to))
    throw fail('invalid', { message: `A ${ORDER_WORDS[order.status]} order cannot become ${ORDER_WORDS[to]}.` })
  await updateOrder(tx, order, { ...values, status: to })
  return { ...order, ...(values as Partial<OrderRow>), status: to }
}

/**
 * The next number of the portal without a gap: anyone who rolls back takes none. Others wait for it until the end of the
 * transaction; an order's number is taken first and an invoice's last, so that nobody waits in a circle with the ledger.
 */
export const nextNumber = async (tx: Tx, portalId: number, kind: 'order' | 'invoice'): Promise<number> => {
  const { last_number } = await tx
    .insertInto('order_counters')
    .values({ portal_id: portalId, kind, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['portal_id', 'kind'])
        .doUpdateSet((eb) => ({ last_number: eb('order_counters.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

const coursesOfBundle = sql<string[]>`array(
  select oc.title from order_courses oc
  where oc.portal_id = order_items.portal_id and oc.order_id = order_items.order_id
    and oc.order_item_id = order_items.id and order_items.kind = 'bundle'
  order by oc.id
)`

/** The lines of an order, a bundle with its courses by the names they had when it was ordered (ORD-049). */
export const loadItems = async (tx: Tx, portalId: number, orderId: number) =>
  tx
    .selectFrom('order_items')
    .select([
      'id',
      'kind',
      'item_id',
      'title',
      'slug',
      'quantity',
      'unit_price_cents',
      'total_cents',
      'position',
      'for_position',
      coursesOfBundle.as('courses'),
    ])
    .$narrowType<{ kind: NewLine['kind'] }>()
    .where('portal_id', '=', portalId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

/** The courses behind the lines of an order, by rising course id, which is the order in which credits are locked. */
export const loadOrderCourses = async (tx: Tx, portalId: number, orderId: number) =>
  tx
    .selectFrom('order_courses')
    .select(['id', 'order_item_id', 'course_id', 'seats', 'outcome', 'enrollment_id'])
    .where('portal_id', '=', portalId)
    .where('order_id', '=', orderId)
    .orderBy(sql`course_id nulls first, id`)
    .execute()

/** Writes down what came of the seats of a line: a place in the course, or credits. */
export const noteOutcome = async (
  tx: Tx,
  course: OrderCourse,
  portalId: number,
  values: { outcome: string; enrollment_id?: number },
): Promise<void> => {
  await tx
    .updateTable('order_courses')
    .set(values)
    .where('portal_id', '=', portalId)
    .where('id', '=', course.id)
    .execute()
}

/** Adds to what an order carries for its slice. */
export const addOrderDetails = async (tx: Tx, order: OrderRow, details: Record<string, unknown>): Promise<void> => {
  await tx
    .updateTable('orders')
    .set({ details: sql`details || ${JSON.stringify(details)}::jsonb` })
    .where('portal_id', '=', order.portal_id)
    .where('id', '=', order.id)
    .execute()
}

/** Notes that every line of an order has become credits, and answers how many. */
export const markCredits = async (tx: Tx, order: OrderRow): Promise<number> => {
  const rows = await tx
    .updateTable('order_courses')
    .set({ outcome: 'credits' })
    .where('portal_id', '=', order.portal_id)
    .where('order_id', '=', order.id)
    .returning('seats')
    .execute()
  return rows.reduce((sum, { seats }) => sum + seats, 0)
}

/** The courses of an order by name, in the order of its lines, with what came of them. */
export const loadCourseOutcomes = async (tx: Tx, portalId: number, orderId: number) =>
  tx
    .selectFrom('order_courses as oc')
    .innerJoin('order_items as i', (join) =>
      join.onRef('i.portal_id', '=', 'oc.portal_id').onRef('i.id', '=', 'oc.order_item_id'),
    )
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'oc.portal_id').onRef('c.id', '=', 'oc.course_id'),
    )
    .select(['c.id', 'c.title', 'c.slug', 'oc.seats', 'oc.outcome'])
    .$narrowType<{ outcome: 'enrolled' | 'credits' | null }>()
    .where('oc.portal_id', '=', portalId)
    .where('oc.order_id', '=', orderId)
    .orderBy('i.position')
    .orderBy('oc.id')
    .execute()

export type OrderCourse = Awaited<ReturnType<typeof loadOrderCourses>>[number]

/** True when the order is the partner company's own: every course in it belongs to the company (ROL-027). */
export const isOfCompany = (companyId: number | null) => sql<boolean>`(
  o.id in (
    select oc.order_id from courses c join order_courses oc on oc.portal_id = c.portal_id and oc.course_id = c.id
    where c.portal_id = o.portal_id and c.partner_company_id = ${companyId ?? 0}
  )
  and not exists (
    select 1 from order_courses oc left join courses c on c.portal_id = oc.portal_id and c.id = oc.course_id
    where oc.portal_id = o.portal_id and oc.order_id = o.id and c.partner_company_id is distinct from ${companyId ?? 0}
  )
)`
