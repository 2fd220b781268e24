import { requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import { type Progress, track } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countAttemptsAgain, loadAttempts, loadTakenExam, resetAttempts } from '../attempt-store.ts'
import { countedAttempts } from '../present.ts'
import { examItem } from '../show-exam.ts'
import { loadExamProgress } from '../show-progress.ts'

/**
 * Takes a learner's attempts out of an exam: it is not started again, and the course is computed again. The attempts stay
 * in the training records with who reset them, and a certificate stays (EXM-021 to EXM-023).
 */
export const resetExamOfLearner = async (
  progress: Progress,
  tx: Tx,
  ctx: SignedIn,
  ref: { related_id: number; exam_id: number },
) => {
  const at = { portal_id: ctx.portal.id, enrollment_id: ref.related_id, exam_id: ref.exam_id }
  const [tracked, takenExam, attempts] = await Promise.all([
    track(tx, ctx, ref.related_id),
    loadTakenExam(tx, ctx.portal.id, at),
    loadAttempts(tx, ctx.portal.id, at),
  ])
  await requireLearnerWithinReach(tx, ctx, tracked.enrollment)
  const { exam, item } = examItem(takenExam, tracked.course)
  const counted = countedAttempts(attempts)
  if (counted.length === 0) throw fail('invalid', { field: 'related_id', message: 'There is nothing to reset.' })
  await Promise.all([
    resetAttempts(tx, at, { reset_at: ctx.now, reset_by: ctx.viewer.user_id }),
    progress.resetItem(tx, ctx, tracked, item),
    logActivity(tx, ctx, {
      action: 'exam.reset',
      subject_type: 'exam',
      subject_id: exam.id,
      changes: {
        related_id: ref.related_id,
        user_id: tracked.enrollment.user_id,
        attempts: counted.map(({ number }) => number),
      },
    }),
  ])
  return { data: await loadExamProgress(tx, ctx, ref) }
}

/** Takes a learner's attempts out of an exam whose item the caller opens again; they stay in the training records (VER-019). */
export const openExamAgain = (
  tx: Tx,
  { portal_id, enrollment_id, item_id }: { portal_id: number; enrollment_id: number; item_id: number },
  by: { reset_at: Date; reset_by: number },
): Promise<void> => resetAttempts(tx, { portal_id, enrollment_id, exam_id: item_id }, by)

/** Undoes `openExamAgain`: the attempts that it took out at this moment count again (BLK-030). */
export const closeExamAgain = (
  tx: Tx,
  { portal_id, enrollment_id, item_id }: { portal_id: number; enrollment_id: number; item_id: number },
  resetAt: Date,
): Promise<void> => countAttemptsAgain(tx, { portal_id, enrollment_id, exam_id: item_id }, resetAt)
