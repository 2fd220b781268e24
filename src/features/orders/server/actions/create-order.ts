import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { OrderType } from '#kernel/product/orders.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { AddressValues } from '../../contract.ts'
import { destinationOf } from '../destination.ts'
import type { NewLine } from '../new-line.ts'
import { buyerName, loadOrder, nextNumber, type OrderRow } from '../store.ts'

export type NewOrder = {
  type: OrderType
  buyer: { user_id: number; email: string; role: string; has_made_account: boolean }
  lines: NewLine[]
  billing_address?: AddressValues | null
  shipping_address?: AddressValues | null
  has_accepted_terms?: boolean
  /** Where the buyer goes afterwards; the order's id is added when the payment page is opened. */
  success_url?: string | null
  cancel_url?: string | null
  /** What the slice of the order type needs to fulfil it. */
  details?: Record<string, unknown>
  /** When it is canceled if nobody has paid by then; after 24 hours without it. */
  expires_at?: Date
}

const FIRST_NUMBER = 100_000
/** An order that is not paid by then is canceled (ORD-008). */
export const ORDER_HOURS = 24

const asJson = (value: unknown) => (value ? JSON.stringify(value) : null)

/** The name that a course has at this moment; the order keeps it (ORD-049). */
const titleOf = (portalId: number, courseId: number | null) =>
  sql<string | null>`(select title from courses where portal_id = ${portalId} and id = ${courseId})`

/** Writes a pending order with the prices of this moment (ORD-002); nothing is paid or given yet. Amounts in cents. */
export const createOrder = async (tx: Tx, ctx: Context, draft: NewOrder): Promise<OrderRow> => {
  const portalId = ctx.portal.id
  const lines = draft.lines.map((line) => ({ ...line, total_cents: line.quantity * line.unit_price_cents }))
  const total = lines.reduce((sum, line) => sum + line.total_cents, 0)
  const course_ids = lines.flatMap((line) => line.courses.filter((id) => id !== null))
  const shipping_cents = lines.reduce((sum, line) => sum + (line.kind === 'shipping' ? line.total_cents : 0), 0)
  const sale = { type: draft.type, total_cents: total, shipping_cents, course_ids }
  const destination = await destinationOf(tx, portalId, sale)
  const number = String(FIRST_NUMBER + (await nextNumber(tx, portalId, 'order')))
  const { id } = await tx
    .insertInto('orders')
    .values({
      portal_id: portalId,
      number,
      user_id: draft.buyer.user_id,
      type: draft.type,
      buyer_role: draft.buyer.role,
      email: draft.buyer.email,
      buyer_name: buyerName(portalId, draft.buyer.user_id),
      has_made_account: draft.buyer.has_made_account,
      subtotal_cents: total,
      total_cents: total,
      billing_address: asJson(draft.billing_address),
      shipping_address: asJson(draft.shipping_address),
      terms_accepted_at: draft.has_accepted_terms ? ctx.now : null,
      success_url: draft.success_url ?? null,
      cancel_url: draft.cancel_url ?? null,
      details: JSON.stringify(draft.details ?? {}),
      ...destination,
      created_at: ctx.now,
      expires_at: draft.expires_at ?? new Date(ctx.now.getTime() + ORDER_HOURS * 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items = await tx
    .insertInto('order_items')
    .values(
      lines.map(({ courses: _, ...line }, index) => ({
        ...line,
        portal_id: portalId,
        order_id: id,
        position: index + 1,
      })),
    )
    .returning(['id', 'position'])
    .execute()
  const itemAt = new Map(items.map((item) => [item.position, item.id]))
  const courses = lines.flatMap((line, index) =>
    line.courses.map((courseId) => ({
      portal_id: portalId,
      order_id: id,
      order_item_id: itemAt.get(index + 1)!,
      course_id: courseId,
      title: titleOf(portalId, courseId),
      seats: line.quantity,
    })),
  )
  if (courses.length > 0) await tx.insertInto('order_courses').values(courses).execute()
  await logActivity(tx, ctx, {
    action: 'order.create',
    subject_type: 'order',
    subject_id: id,
    changes: { type: draft.type, total: total / 100, user_id: draft.buyer.user_id },
  })
  return (await loadOrder(tx, portalId, id))!
}
