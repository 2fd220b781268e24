import { loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import { loadTrackedCourse, requireUnlocked } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { loadTakenExam } from '../attempt-store.ts'
import { saveRequest } from '../opening-store.ts'
import { proctorRuleOf } from '../proctor.ts'
import { examItem } from '../show-exam.ts'
import { requireTakeable, takingOf } from '../take.ts'

/** Notes that the learner waits at an own exam for a proctor (TRD-039). `invalid` where no rule asks for one. */
export const askForOwnProctor = async (tx: Tx, ctx: SignedIn, ref: { related_id: number; exam_id: number }) => {
  const at = { enrollment_id: ref.related_id, exam_id: ref.exam_id }
  const [enrollment, course, row] = await Promise.all([
    loadOwnEnrollment(tx, ctx, { related_id: ref.related_id, to: 'work' }),
    loadTrackedCourse(tx, ctx.portal.id, ref.related_id),
    loadTakenExam(tx, ctx.portal.id, at),
  ])
  if (!course) throw fail('not_found')
  const { exam, item } = examItem(row, course)
  requireTakeable(enrollment, takingOf(exam.type, item.status))
  await requireUnlocked(tx, ctx, course, item)
  if (!(await proctorRuleOf(tx, ctx, { enrollment, course, exam })))
    throw fail('invalid', { message: 'This exam needs no proctor. You can start it now.' })
  await saveRequest(tx, ctx.portal.id, at, ctx.now)
  return { data: { asked_at: ctx.now } }
}
