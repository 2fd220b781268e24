import { sql } from 'kysely'
import { assignedLearner, lookerOf, managedCourses } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Enrollment } from './store.ts'

/** True when the person manages the course: assigned to it as manager, or a holder of credits of it (ORD-044). */
export const isManagerOf = async (tx: Tx, portalId: number, courseId: number, userId: number): Promise<boolean> => {
  const managed = managedCourses({ portal_id: portalId, user_id: userId })
  const row = await tx.selectNoFrom(sql<boolean>`${courseId} in ${managed}`.as('is_manager')).executeTakeFirstOrThrow()
  return row.is_manager
}

/** Managers of the course. */
export const managersOf = async (tx: Tx, portalId: number, courseId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('enrollments')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('role', '=', 'manager')
    .where('ended_at', 'is', null)
    .execute()
  return rows.map((row) => row.user_id)
}

type Caller = Pick<SignedIn, 'portal' | 'viewer' | 'scope'>

/**
 * The enrollments among these that the viewer may open: all of the portal, or those of learners assigned to them
 * (ROL-027).
 */
export const loadWithinReach = async (tx: Tx, ctx: Caller, ids: readonly number[]): Promise<Set<number>> => {
  if (ctx.scope === 'any' || ids.length === 0) return new Set(ids)
  const rows = await tx
    .selectFrom('enrollments as e')
    .select('e.id')
    .where('e.portal_id', '=', ctx.portal.id)
    .where('e.id', 'in', [...ids])
    .where('e.role', '=', 'learner')
    .where(assignedLearner(lookerOf(ctx)))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whether the viewer may open the enrollment. */
export const isWithinReach = async (tx: Tx, ctx: Caller, { id }: Pick<Enrollment, 'id'>): Promise<boolean> =>
  (await loadWithinReach(tx, ctx, [id])).has(id)

/** The people among these who are learners assigned to the viewer, in any course. */
export const loadAssigned = async (tx: Tx, ctx: Caller, userIds: readonly number[]): Promise<Set<number>> => {
  if (userIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('enrollments as e')
    .select('e.user_id')
    .distinct()
    .where('e.portal_id', '=', ctx.portal.id)
    .where('e.user_id', 'in', [...userIds])
    .where('e.role', '=', 'learner')
    .where('e.ended_at', 'is', null)
    .where(assignedLearner(lookerOf(ctx)))
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
