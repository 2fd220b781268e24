import { sql } from 'kysely'
import { certifiedEnrollments } from '#features/certificates/server/api.ts'
import { type Holder, lockOrderCredits, removeUnusedCredits } from '#features/credits/server/api.ts'
import { endOrderGrants } from '#features/enrollments/server/api.ts'
import {
  loadItems,
  loadOrderCourses,
  moveOrder,
  type OrderKinds,
  type OrderRow,
  updateOrder,
} from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { divide, type RefundFacts, type RefundShare } from '../../rules/refund.ts'

/** Credits that were taken back for a refund, so that they can be given again. */
export type ReclaimedCredits = { holder: Holder; amount: number }

/** The holder of the credits that an order gave; the same as when it was fulfilled. */
const holderOf = (order: OrderRow, courseId: number | null): Holder => {
  if (order.type === 'partner-subscription-credit')
    return { kind: 'partner', company_id: (order.details as { company_id: number }).company_id }
  const isForPortal =
    order.type === 'credits-on-portal' || (order.type === 'credits-on-course' && order.buyer_role !== 'manager')
  return isForPortal || courseId === null
    ? { kind: 'portal', course_id: courseId }
    : { kind: 'manager', course_id: courseId, user_id: order.user_id }
}

/** Takes unused credits of an order back, all without `at_most`, and answers whose they were. */
export const takeCredits = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  most: { at_most?: number } = {},
): Promise<ReclaimedCredits[]> => {
  const { per_course } = await removeUnusedCredits(tx, ctx, { order_id: order.id, ...most })
  return per_course
    .filter(({ removed }) => removed > 0)
    .map(({ course_id, removed }) => ({ holder: holderOf(order, course_id), amount: removed }))
}

/** What the order's credits would give back if all unused ones were taken, course by course; nothing is changed, and until the transaction ends nobody else uses them. */
const unusedCredits = async (tx: Tx, ctx: Context, orderId: number): Promise<Map<number | null, number>> => {
  // Before the savepoint: going back to it lets go of what was locked after it, and a credit could be used in between.
  await lockOrderCredits(tx, ctx, orderId)
  await sql`savepoint unused`.execute(tx)
  const { per_course: perCourse } = await removeUnusedCredits(tx, ctx, { order_id: orderId })
  await sql`rollback to savepoint unused`.execute(tx)
  const unused = new Map<number | null, number>()
  for (const { course_id, removed } of perCourse) unused.set(course_id, (unused.get(course_id) ?? 0) + removed)
  return unused
}

/** Takes up to `most` of what a course has, so that several lines of one course share it. */
const draw = (from: Map<number | null, number>, courseId: number | null, most: number): number => {
  const drawn = Math.min(most, from.get(courseId) ?? 0)
  from.set(courseId, (from.get(courseId) ?? 0) - drawn)
  return drawn
}

/** What of a locked order has been used and refunded, for deciding how much of it can still go back. */
export const refundFacts = async (tx: Tx, ctx: Context, order: OrderRow): Promise<RefundFacts> => {
  const [items, courses, refunds] = await Promise.all([
    loadItems(tx, order.portal_id, order.id),
    loadOrderCourses(tx, order.portal_id, order.id),
    tx
      .selectFrom('refunds')
      .select(['amount_cents', 'credits'])
      .where('portal_id', '=', order.portal_id)
      .where('order_id', '=', order.id)
      // A second payment of the order that bought nothing is another matter.
      .where('payment_reference', '=', order.payment_reference)
      .where('status', '<>', 'failed')
      .where('origin', 'in', ['request', 'provider', 'dispute'])
      .execute(),
  ])
  const hasCredits = courses.some((course) => course.outcome === 'credits')
  const unused = hasCredits ? await unusedCredits(tx, ctx, order.id) : new Map<number | null, number>()
  const taken = new Map<number | null, number>()
  for (const { holder, amount } of refunds.flatMap((refund) => refund.credits as ReclaimedCredits[])) {
    const courseId = holder.kind === 'partner' ? null : holder.course_id
    taken.set(courseId, (taken.get(courseId) ?? 0) + amount)
  }
  // What was paid for sending something goes back with the seats that it was sent for.
  const shippingOf = (position: number) =>
    items.reduce((sum, item) => sum + (item.for_position === position ? item.total_cents : 0), 0)
  const shares = items.flatMap((item): RefundShare[] => {
    if (item.kind === 'shipping') return []
    const parts = courses.filter((course) => course.order_item_id === item.id)
    const total_cents = item.total_cents + shippingOf(item.position)
    const amounts = divide(total_cents, Math.max(1, parts.length))
    if (parts.length === 0) return [{ total_cents, seats: item.quantity, used: 0, unused: 0 }]
    return parts.map((part, index) => {
      const share = { total_cents: amounts[index] ?? 0, seats: part.seats }
      if (part.outcome !== 'credits') return { ...share, used: 0, unused: 0 }
      const left = draw(unused, part.course_id, part.seats)
      const back = draw(taken, part.course_id, part.seats - left)
      return { ...share, used: part.seats - left - back, unused: left }
    })
  })
  return {
    total_cents: order.total_cents,
    subtotal_cents: order.subtotal_cents,
    refunded_cents: refunds.reduce((sum, refund) => sum + refund.amount_cents, 0),
    shares,
  }
}

/** Ends what the order itself gave its buyer, course by course, unless a certificate has been issued (ORD-013), and the term it started (ORD-045). */
export const endAccess = async (tx: Tx, ctx: Context, order: OrderRow, kinds: OrderKinds): Promise<void> => {
  await kinds[order.type].end?.(tx, ctx, order)
  await endOrderGrants(tx, ctx, {
    order_id: order.id,
    certified: (enrollmentIds) => certifiedEnrollments(tx, order.portal_id, enrollmentIds),
  })
}

/** Adds money that has gone back to a locked order; one that has gone back altogether is refunded (ORD-022). */
export const addRefunded = async (tx: Tx, order: OrderRow, amount_cents: number): Promise<OrderRow> => {
  const refunded_cents = Math.min(order.total_cents, order.refunded_cents + amount_cents)
  if (order.status === ORDER_STATUS.completed && refunded_cents === order.total_cents)
    return moveOrder(tx, order, ORDER_STATUS.refunded, { refunded_cents })
  await updateOrder(tx, order, { refunded_cents })
  return { ...order, refunded_cents }
}
