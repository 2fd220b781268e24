import { isInstructorOf } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { isEnrollmentWithinReach } from './reach.ts'
import type { Enrollment } from './store.ts'

/**
 * Whether the viewer may see and change what a learner does in a course (ROL-037): all of the portal, or as instructor of
 * the course the learners who have no curator and those whose curator they are (ROL-027). Throws `not_found` otherwise.
 */
export const requireLearnerWithinReach = async (
  tx: Tx,
  ctx: SignedIn,
  enrollment: Enrollment | null,
): Promise<Enrollment> => {
  if (enrollment?.role !== 'learner' || enrollment.ended_at !== null) throw fail('not_found')
  if (ctx.scope === 'any') return enrollment
  const isAssigned = enrollment.curator_id === null || isEnrollmentWithinReach(ctx, enrollment)
  const { portal, viewer } = ctx
  if (!isAssigned || !(await isInstructorOf(tx, portal.id, enrollment.course_id, viewer.user_id)))
    throw fail('not_found')
  return enrollment
}
