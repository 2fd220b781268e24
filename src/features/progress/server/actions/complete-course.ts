import { requireCourseRules } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { decideCompletion, decideFinish } from '../../rules/steps.ts'
import type { Progress } from '../progress.ts'
import { requireActive, track, trackOwn } from '../track.ts'

/**
 * The learner completes a course whose items are all done; `invalid` when one is not (LRN-047), `seat_time_missing` when
 * a rule asks for more time (TRD-012), `hands_on_missing` when it asks for tasks that nobody has signed off (TRD-031),
 * `proctor_not_confirmed` when a proctor has not confirmed to have been present (TRD-044). A course that is completed already
 * is answered as it is.
 */
export const finishOwnCourse = async (
  progress: Progress,
  tx: Tx,
  ctx: SignedIn,
  at: { related_id: number; course_slug: string },
) => {
  const tracked = await trackOwn(tx, ctx, at)
  const { enrollment, course } = tracked
  if (enrollment.completed_at && enrollment.is_readable)
    return { data: { status: course.status, progress: 100, completed_at: enrollment.completed_at } }
  requireActive(enrollment)
  const step = decideFinish(course)
  if (!step) throw fail('invalid', { field: 'related_id', message: 'Please finish all items of the course first.' })
  if (course.has_rules) await requireCourseRules(tx, ctx, enrollment)
  await progress.applyStep(tx, ctx, tracked, step)
  return { data: { status: step.course_status, progress: step.progress, completed_at: ctx.now } }
}

/**
 * A person who may edit enrollments completes the course for a learner, with a reason. Open items become finished and
 * keep their earlier state in their details; who did it and why is stored with the enrollment and in the activity log
 * (LRN-030).
 */
export const completeForLearner = async (
  progress: Progress,
  tx: Tx,
  ctx: SignedIn,
  { enrollment_id, reason }: { enrollment_id: number; reason: string },
) => {
  const tracked = await track(tx, ctx, enrollment_id)
  const { enrollment, course } = tracked
  if (enrollment.ended_at) throw fail('not_found')
  if (enrollment.completed_at)
    return { data: { status: course.status, progress: 100, completed_at: enrollment.completed_at } }
  const step = decideCompletion(course)
  await progress.applyStep(tx, ctx, tracked, step, {
    keeps_results: true,
    completed_by: ctx.viewer.user_id,
    completion_reason: reason,
  })
  await logActivity(tx, ctx, {
    action: 'enrollment.complete',
    subject_type: 'enrollment',
    subject_id: enrollment_id,
    changes: { user_id: enrollment.user_id, course_id: enrollment.course_id, reason },
  })
  return { data: { status: step.course_status, progress: step.progress, completed_at: ctx.now } }
}
