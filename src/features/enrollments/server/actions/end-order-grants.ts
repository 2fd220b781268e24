import { removeUnusedCredits } from '#features/credits/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { insertGrant, loadGrants, loadGrantsOfOrder, revokeGrants } from '../grants.ts'
import { lockEnrollments } from '../store.ts'
import { takeAway } from './take-away.ts'

type EndOrder = {
  order_id: number
  /** Only these courses of the order; all without it. */
  course_ids?: readonly number[]
  /** Those of the given enrollments for which a certificate has been issued; they keep their access. */
  certified?: (enrollmentIds: number[]) => Promise<ReadonlySet<number>>
}

/**
 * Ends what an order gave, course by course: access ends where no live grant is left, unless a certificate has been issued
 * (ORD-013). Answers the enrollments whose access has ended. Seats of the order that nobody has begun to use leave the ledger.
 */
export const endOrderGrants = async (tx: Tx, ctx: Context, request: EndOrder): Promise<{ ended: number[] }> => {
  const portalId = ctx.portal.id
  const ofOrder = await loadGrantsOfOrder(tx, portalId, request.order_id)
  if (ofOrder.length === 0) return { ended: [] }
  const enrollments = await lockEnrollments(
    tx,
    ctx,
    ofOrder.map((grant) => grant.enrollment_id),
  )
  const toEnd = enrollments.filter(
    (enrollment) => !enrollment.ended_at && (request.course_ids?.includes(enrollment.course_id) ?? true),
  )
  const certified = (await request.certified?.(toEnd.map(({ id }) => id))) ?? new Set<number>()
  const losing = toEnd.filter(({ id }) => !certified.has(id))
  const grants = await loadGrants(
    tx,
    portalId,
    losing.map(({ id }) => id),
  )
  const live = grants.filter((grant) => grant.revoked_at === null)
  const standsOnMore = new Set(live.filter((g) => g.order_id !== request.order_id).map((g) => g.enrollment_id))

  const staying = live.filter((g) => g.order_id === request.order_id && standsOnMore.has(g.enrollment_id))
  await revokeGrants(
    tx,
    portalId,
    staying.map(({ id }) => id),
    { now: ctx.now, reason: 'order refunded' },
  )
  const ending = losing.filter(({ id }) => !standsOnMore.has(id))
  await takeAway(tx, ctx, ending, 'order refunded')
  await removeUnusedCredits(tx, ctx, { order_id: request.order_id, seats_only: true })
  return { ended: ending.map(({ id }) => id) }
}

type FurtherGrant = { enrollment_id: number; kind: 'order' | 'subscription' | 'bundle' | 'manual'; order_id?: number }

/** A further reason for an enrollment's access, so that it outlives the others; `not_found` for an ended enrollment. */
export const addGrant = async (tx: Tx, ctx: Context, grant: FurtherGrant): Promise<void> => {
  const [enrollment] = await lockEnrollments(tx, ctx, [grant.enrollment_id])
  if (!enrollment || enrollment.ended_at) throw fail('not_found')
  await insertGrant(tx, {
    portal_id: ctx.portal.id,
    enrollment_id: enrollment.id,
    kind: grant.kind,
    order_id: grant.order_id ?? null,
    granted_by: ctx.viewer?.user_id ?? null,
    created_at: ctx.now,
  })
  await logActivity(tx, ctx, {
    action: 'enrollment.grant',
    subject_type: 'enrollment',
    subject_id: enrollment.id,
    changes: { kind: grant.kind },
  })
}
