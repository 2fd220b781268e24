import { loadEnrollment, requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import { loadLastVersion } from '#features/outline/server/api.ts'
import { loadTrackedCourse, STATUS, type Status, type TrackedCourse } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { mayGrade } from '../rules/attempts.ts'
import { loadTask } from './authoring.ts'
import { type AssignmentRef, findTask, type ResponseServices } from './own-assignment.ts'
import { presentResponse } from './present-response.ts'
import { loadResponses, loadTeaching } from './response-store.ts'

const currentTask = async (tx: Tx, ctx: SignedIn, course: TrackedCourse, id: number) => {
  const { task, item } = await findTask(tx, ctx, { course }, id)
  return { task, status: item.status }
}

/** An assignment that the learner responded to before they were moved to a version without it (VER-015). */
const formerTask = async (tx: Tx, ctx: SignedIn, { course_id }: TrackedCourse, ref: AssignmentRef) => {
  const { assignment_id: id, related_id: enrollment_id } = ref
  const [latest] = await loadResponses(tx, { portal_id: ctx.portal.id, enrollment_id, assignment_id: id })
  const version = await loadLastVersion(tx, ctx.portal.id, course_id, { types: ['Assignment'], id })
  const task = version === null ? null : await loadTask(tx, ctx.portal.id, { course_id, version }, id)
  if (!latest || !task) throw fail('not_found')
  return { task, status: (latest.result ?? STATUS.in_progress) as Status }
}

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
  const isInCourse = course.outline.some(({ type, id }) => type === 'Assignment' && id === ref.assignment_id)
  const { task, status } = isInCourse
    ? await currentTask(tx, ctx, course, ref.assignment_id)
    : await formerTask(tx, ctx, course, ref)
  const { shown, latest } = await presentResponse(tx, ctx, secret, { task, enrollment, status })
  const { slug, title } = await loadTeaching(tx, ctx.portal.id, enrollment.course_id)
  const standing = {
    is_latest: latest !== null,
    is_graded: latest?.graded_at != null,
    is_course_finished: enrollment.completed_at !== null,
  }
  return {
    ...shown,
    course: { slug, title },
    is_in_course: isInCourse,
    can_grade: isInCourse && mayGrade(standing) && enrollment.user_id !== ctx.viewer.user_id,
  }
}
