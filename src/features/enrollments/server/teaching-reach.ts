import { assignedLearner, taughtCourses, teacherOf } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Enrollment } from './store.ts'

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
  if (ctx.scope === 'any') return enrollment
  const teacher = teacherOf(ctx)
  const row = await tx
    .selectFrom('enrollments as e')
    .select('e.id')
    .where('e.portal_id', '=', ctx.portal.id)
    .where('e.id', '=', enrollment.id)
    .where(assignedLearner(teacher))
    .where('e.course_id', 'in', taughtCourses(teacher))
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  return enrollment
}
