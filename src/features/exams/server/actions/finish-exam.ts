import { type Progress, requireOwn, resultOf, STATUS, type Status, track } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { loadAttempts, loadTakenExam } from '../attempt-store.ts'
import { endOpenAttempt } from '../end-attempt.ts'
import { countedAttempts } from '../present.ts'
import { examItem } from '../show-exam.ts'
import { presentCourse, requireTakeable, takingOf } from '../take.ts'

/**
 * Ends the open attempt; questions without an answer count as wrong (EXM-012, EXM-013). An attempt that has ended already
 * is answered with its result, a success is refused with `exam_already_finished` (EXM-017). Two round trips.
 */
export const finishOwnExam = async (
  progress: Progress,
  tx: Tx,
  ctx: SignedIn,
  at: { related_id: number; exam_id: number },
) => {
  const of = { enrollment_id: at.related_id, exam_id: at.exam_id }
  const [tracked, takenExam, attempts] = await Promise.all([
    track(tx, ctx, at.related_id),
    loadTakenExam(tx, ctx.portal.id, of),
    loadAttempts(tx, ctx.portal.id, of),
  ])
  const enrollment = requireOwn(ctx, tracked.enrollment)
  const { exam, item } = examItem(takenExam, tracked.course)
  requireTakeable(enrollment, takingOf(exam.type, item.status))
  const last = countedAttempts(attempts).at(-1)
  if (!last) throw fail('invalid', { message: 'Please start the exam first.' })
  const { answered_count, questions_count } = last
  if (last.status !== STATUS.in_progress) {
    const status = last.status as Status
    const finished = { status, result: resultOf(status), score: last.score ?? 0, course: null }
    return { data: { answered_count, questions_count, next_question: null, finished } }
  }
  const { status, score, step } = await endOpenAttempt(progress, tx, ctx, { tracked, exam, attempt: last })
  const finished = { status, result: resultOf(status), score, course: step && presentCourse(step) }
  return { data: { answered_count, questions_count, next_question: null, finished } }
}
