import { sql } from 'kysely'
import { hasManagerCredits } from '#features/credits/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Enrollment } from './store.ts'

/** True when the person manages the course: assigned to it as manager, or a holder of credits of it (ORD-044). */
export const isManagerOf = async (tx: Tx, portalId: number, courseId: number, userId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('enrollments')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .where('role', '=', 'manager')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined || (await hasManagerCredits(tx, portalId, courseId, userId))
}

/** Who is assigned to the course as manager. */
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

type Viewer = Pick<SignedIn['viewer'], 'user_id' | 'is_outside'>
type Caller = Pick<SignedIn, 'portal' | 'viewer' | 'scope'>

/**
 * Whether a learner is assigned to the viewer (ROL-027): to a manager who enrolled or invited them, and to the curator;
 * an outside manager sees only whom they brought themselves (ROL-069).
 */
export const isAssignedTo = (viewer: Viewer, enrollment: Pick<Enrollment, 'manager_id' | 'curator_id'>): boolean => {
  if (enrollment.manager_id === viewer.user_id) return true
  return !viewer.is_outside && enrollment.curator_id === viewer.user_id
}

/** Whether the viewer may open the enrolment: all of the portal, or the learners assigned to them. */
export const isEnrollmentWithinReach = (
  ctx: Caller,
  enrollment: Pick<Enrollment, 'role' | 'manager_id' | 'curator_id'>,
): boolean => ctx.scope === 'any' || (enrollment.role === 'learner' && isAssignedTo(ctx.viewer, enrollment))

/** Of these people those who are learners assigned to the viewer, in whichever course. */
export const loadAssigned = async (tx: Tx, ctx: Caller, userIds: readonly number[]): Promise<Set<number>> => {
  if (userIds.length === 0) return new Set()
  const { user_id: viewerId, is_outside: isOutside } = ctx.viewer
  const rows = await tx
    .selectFrom('enrollments')
    .select('user_id')
    .distinct()
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', 'in', [...userIds])
    .where('role', '=', 'learner')
    .where('ended_at', 'is', null)
    .where((eb) =>
      isOutside
        ? eb('manager_id', '=', viewerId)
        : eb.or([eb('manager_id', '=', viewerId), eb('curator_id', '=', viewerId)]),
    )
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/**
 * SQL: whether the learner of enrolment `e` is assigned to the viewer: as `isAssignedTo`, and to the instructors of a course
 * those of its learners who have no curator, as for grading (ROL-027, ROL-037).
 */
export const assignedLearner = ({ user_id: viewerId, is_outside: isOutside }: Viewer, e = 'e') =>
  isOutside
    ? sql<boolean>`${sql.ref(`${e}.manager_id`)} = ${viewerId}`
    : sql<boolean>`(${sql.ref(`${e}.manager_id`)} = ${viewerId} or ${sql.ref(`${e}.curator_id`)} = ${viewerId}
        or (${sql.ref(`${e}.curator_id`)} is null and exists (select from course_instructors i
          where i.portal_id = ${sql.ref(`${e}.portal_id`)} and i.course_id = ${sql.ref(`${e}.course_id`)}
            and i.user_id = ${viewerId})))`
