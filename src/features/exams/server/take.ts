import type { Enrollment } from '#features/enrollments/server/api.ts'
import { isDone, STATUS, type Status, type StatusAnswer } from '#features/progress/server/api.ts'
import { fail } from '#kernel/errors.ts'
import type { ExamType } from '../rules/attempt.ts'

type Access = Pick<Enrollment, 'access' | 'is_readable'>
/** An exam with what it is for the learner. */
type Taking = { type: ExamType; is_success: boolean; is_done: boolean }

/**
 * Whether an exam may be taken now: while the course may be worked on, and a finished knowledge check also in a completed
 * course that is still readable, since taking it again changes nothing in the course (EXM-030, LEG-006).
 */
export const mayTake = (enrollment: Access, { type, is_done }: Pick<Taking, 'type' | 'is_done'>): boolean =>
  enrollment.access === 'active' || (enrollment.is_readable && type === 'survey' && is_done)

/** Refuses an exam that is a success by its own text (EXM-017), and then what `mayTake` does not allow. */
export const requireTakeable = (enrollment: Access, taking: Taking): void => {
  if (taking.is_success) throw fail('exam_already_finished')
  if (!mayTake(enrollment, taking)) throw fail('not_enough_permissions')
}

/** An exam by the status it has for the learner. */
export const takingOf = (type: ExamType, status: Status): Taking => ({
  type,
  is_success: status === STATUS.success,
  is_done: isDone(status),
})

/** The course after a step, as the end of an attempt shows it. */
export const presentCourse = ({ course_status: status, progress, next_item }: StatusAnswer) => ({
  status,
  progress,
  next_item,
})
