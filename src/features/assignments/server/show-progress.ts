import { loadEnrollment, requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import { loadTrackedCourse } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { mayGrade } from '../rules/attempts.ts'
import { type AssignmentRef, findTask, type ResponseServices } from './own-assignment.ts'
import { presentResponse } from './present-response.ts'
import { loadTeaching } from './response-store.ts'

/** A learner's responses for those who grade (ASG-016); `not_found` for learners out of reach (ROL-027). */
export const showProgress = async (
  { secret }: Pick<ResponseServices, 'secret'>,
  tx: Tx,
  ctx: SignedIn,
  ref: AssignmentRef,
) => {
  const row = await loadEnrollment(tx, ctx, ref.related_id)
  const enrollment = await requireLearnerWithinReach(tx, ctx, row)
  const course = await loadTrackedCourse(tx, ctx.portal.id, enrollment.id)
  if (!course) throw fail('not_found')
  const { task, item } = await findTask(tx, ctx, { course }, ref.assignment_id)
  const { shown, latest } = await presentResponse(tx, ctx, secret, { task, enrollment, status: item.status })
  const { slug, title } = await loadTeaching(tx, ctx.portal.id, enrollment.course_id)
  const standing = {
    is_latest: latest !== null,
    is_graded: latest?.graded_at != null,
    is_course_finished: enrollment.completed_at !== null,
  }
  return {
    ...shown,
    course: { slug, title },
    can_grade: mayGrade(standing) && enrollment.user_id !== ctx.viewer.user_id,
  }
}
