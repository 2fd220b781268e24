import type { Enrollment } from '#features/enrollments/server/api.ts'
import { isDone, type Status, type StatusAnswer } from '#features/progress/server/api.ts'
import { fail } from '#kernel/errors.ts'
import type { ExamType } from '../rules/attempt.ts'

type Access = Pick<Enrollment, 'access' | 'is_readable'>
/** An exam with the status it has for the learner. */
type Taking = { type: ExamType; status: Status }

/**
 * Whether an exam may be taken now: while the course may be worked on, and a finished knowledge check also in a completed
 * course that is still readable, since taking it again changes nothing in the course (EXM-030, LEG-006).
 */
export const mayTake = (enrollment: Access, { type, status }: Taking): boolean =>
  enrollment.access === 'active' || (enrollment.is_readable && type === 'survey' && isDone(status))

/** Refuses an exam that is a success by its own text (EXM-017), and then what `mayTake` does not allow. */
export const requireTakeable = (enrollment: Access, taking: Taking): void => {
  if (taking.status === 2) throw fail('exam_already_finished')
  if (!mayTake(enrollment, taking)) throw fail('not_enough_permissions')
}

/** The course after a step, as the end of an attempt shows it. */
export const presentCourse = ({ course_status: status, progress, next_item }: StatusAnswer) => ({
  status,
  progress,
  next_item,
})
