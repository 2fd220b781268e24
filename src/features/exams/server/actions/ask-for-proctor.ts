import { loadInstructors } from '#features/courses/server/api.ts'
import { loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import { loadTrackedCourse, requireUnlocked } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { loadTakenExam } from '../attempt-store.ts'
import { loadRequest, saveRequest } from '../opening-store.ts'
import { proctorRuleOf } from '../proctor.ts'
import { examItem } from '../show-exam.ts'
import { requireTakeable, takingOf } from '../take.ts'

type Waiting = {
  enrollment_id: number
  exam_id: number
  course_id: number
  curator_id: number | null
  exam_title: string
}

/** Notifies the learner's curator, or the instructors of the course, as an assignment does (ASG-015). */
const tellGraders = async (tx: Tx, ctx: SignedIn, waiting: Waiting) => {
  const { enrollment_id, exam_id, course_id, curator_id, exam_title } = waiting
  const instructors = async () => (await loadInstructors(tx, ctx.portal.id, [course_id])).get(course_id) ?? []
  const graders = curator_id === null ? (await instructors()).map(({ id }) => id) : [curator_id]
  for (const user_id of graders)
    if (user_id !== ctx.viewer.user_id)
      await notify(tx, ctx, {
        user_id,
        kind: 'proctor_asked',
        // Of two requests at once, one notifies.
        key: `proctor ${enrollment_id} ${exam_id} ${ctx.now.toISOString().slice(0, 16)}`,
        data: { exam_title, learner_name: displayName(ctx.viewer), link: '/proctoring' },
      })
}

/**
 * Notes that the learner waits at an own exam for a proctor, and notifies those who grade unless a request still counts
 * (TRD-039). `invalid` where no rule asks for one.
 */
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
  const isWaiting = (await loadRequest(tx, ctx.portal.id, at, ctx.now)) !== null
  await saveRequest(tx, ctx.portal.id, at, ctx.now)
  const { course_id, curator_id } = enrollment
  if (!isWaiting) await tellGraders(tx, ctx, { ...at, course_id, curator_id, exam_title: exam.title })
  return { data: { asked_at: ctx.now } }
}
