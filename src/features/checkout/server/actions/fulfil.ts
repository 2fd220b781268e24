import { giveRole, joinPortal } from '#features/accounts/server/api.ts'
import { buyCredits } from '#features/credits/server/api.ts'
import { enrollLearner, isActiveLearner } from '#features/enrollments/server/api.ts'
import {
  type Fulfil,
  loadOrderCourses,
  noteOutcome,
  type OrderCourse,
  type OrderRow,
} from '#features/orders/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { decideSeat } from '../../rules/fulfilment.ts'

/** The lines of an order by course, by rising course id: the order in which the ledger is locked. */
const byCourse = async (tx: Tx, order: OrderRow): Promise<Map<number | null, OrderCourse[]>> =>
  Map.groupBy(await loadOrderCourses(tx, order.portal_id, order.id), (course) => course.course_id)

/** Seats of courses: one enrolls the buyer, more are credits that the buyer holds as manager of the course (ORD-011, ORD-044). */
export const fulfilCourses: Fulfil = async (tx, ctx, order) => {
  const { id: orderId, user_id: userId, portal_id: portalId } = order
  await joinPortal(tx, ctx, userId)
  for (const [courseId, lines] of await byCourse(tx, order)) {
    if (courseId === null) throw new Error(`Order ${orderId} has a line without a course`)
    let isLearner = await isActiveLearner(tx, ctx, { user_id: userId, course_id: courseId })
    let credits = 0
    for (const line of lines) {
      const seat = { seats: line.seats, buyer_role: order.buyer_role, is_active_learner: isLearner }
      if (decideSeat(seat) === 'credits') {
        credits += line.seats
        await noteOutcome(tx, line, portalId, { outcome: 'credits' })
        continue
      }
      const { id } = await enrollLearner(tx, ctx, {
        user_id: userId,
        course_id: courseId,
        grant: { kind: 'order', order_id: orderId },
        purchased_at: order.paid_at ?? ctx.now,
      })
      isLearner = true
      await noteOutcome(tx, line, portalId, { outcome: 'enrolled', enrollment_id: id })
    }
    if (credits === 0) continue
    await giveRole(tx, ctx, { user_id: userId, role: 'manager' })
    // One purchase for each course, also where several lines hold it.
    const holder = { kind: 'manager' as const, course_id: courseId, user_id: userId }
    await buyCredits(tx, ctx, { holder, amount: credits, order_id: orderId })
  }
}

/** Credits for the portal, or for a manager's own course when a manager bought them (ORD-011, ORD-037). */
export const fulfilCredits: Fulfil = async (tx, ctx, order) => {
  const { id: orderId, user_id: userId, portal_id: portalId } = order
  for (const [courseId, lines] of await byCourse(tx, order)) {
    const isManagers = order.buyer_role === 'manager' && courseId !== null
    const holder = isManagers
      ? { kind: 'manager' as const, course_id: courseId, user_id: userId }
      : { kind: 'portal' as const, course_id: courseId }
    const amount = lines.reduce((sum, line) => sum + line.seats, 0)
    await buyCredits(tx, ctx, { holder, amount, order_id: orderId })
    for (const line of lines) await noteOutcome(tx, line, portalId, { outcome: 'credits' })
  }
}
