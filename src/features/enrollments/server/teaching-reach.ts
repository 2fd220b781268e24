import { assignedLearner, taughtCourses, teacherOf } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Enrollment } from './store.ts'

/** The enrollments among these whose learners the viewer may grade: all of the portal, or those that they teach (ROL-027, ROL-037). */
export const loadTaught = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<Set<number>> => {
  if (ctx.scope === 'any' || ids.length === 0) return new Set(ids)
  const teacher = teacherOf(ctx)
  const rows = await tx
    .selectFrom('enrollments as e')
    .select('e.id')
    .where('e.portal_id', '=', ctx.portal.id)
    .where('e.id', 'in', [...ids])
    .where(assignedLearner(teacher))
    .where('e.course_id', 'in', taughtCourses(teacher))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether the viewer may see and change what a learner does in a course (ROL-037): all of the portal, or as instructor of
 * the course the learners assigned to them (ROL-027). Throws `not_found` otherwise.
 */
export const requireLearnerWithinReach = async (
  tx: Tx,
  ctx: SignedIn,
  enrollment: Enrollment | null,
): Promise<Enrollment> => {
  if (enrollment?.role !== 'learner' || enrollment.ended_at !== null) throw fail('not_found')
  if (!(await loadTaught(tx, ctx, [enrollment.id])).has(enrollment.id)) throw fail('not_found')
  return enrollment
}
