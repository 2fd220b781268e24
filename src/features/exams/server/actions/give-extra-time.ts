import { requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import { track } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'
import { loadTakenExam } from '../attempt-store.ts'
import { examItem } from '../show-exam.ts'
import { loadExamProgress } from '../show-progress.ts'
import { extendRunning, saveExtraMinutes } from '../time-store.ts'

/**
 * Gives a learner minutes beyond the limit of an exam (EXM-035, WCAG 2.2.1): the running attempt ends later, and so
 * does every later one, and the learner's page is notified. Fewer minutes apply from the next attempt on.
 */
export const giveExtraTimeToLearner = async (
  tx: Tx,
  ctx: SignedIn,
  extra: { related_id: number; exam_id: number; minutes: number },
) => {
  const { related_id, exam_id, minutes } = extra
  const at = { portal_id: ctx.portal.id, enrollment_id: related_id, exam_id }
  const [tracked, exam] = await Promise.all([track(tx, ctx, related_id), loadTakenExam(tx, ctx.portal.id, at)])
  const { user_id } = await requireLearnerWithinReach(tx, ctx, tracked.enrollment)
  examItem(exam, tracked.course)
  await Promise.all([
    saveExtraMinutes(tx, at, minutes, { given_by: ctx.viewer.user_id, given_at: ctx.now }),
    extendRunning(tx, { ...at, now: ctx.now }, minutes),
    logActivity(tx, ctx, {
      action: 'exam.extra-time',
      subject_type: 'exam',
      subject_id: exam_id,
      changes: { related_id, user_id, minutes },
    }),
    publish(tx, { channel: `notifications.${user_id}`, event: 'exam.updated', data: { related_id, exam_id } }),
  ])
  return { data: await loadExamProgress(tx, ctx, extra) }
}
