import { changedFields } from '#kernel/activity.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CourseDue } from '../../rules/due-dates.ts'
import { reachAndLockCourse } from '../access.ts'
import { updateCourseRow } from '../authoring-store.ts'
import type { CourseRow } from '../store.ts'
import { touchCourse } from '../touch.ts'

/** Sets when new enrollments are due; those there are keep their dates (BLD-062). A new date lies ahead, else `invalid`. */
export const updateDueDates = async (
  tx: Tx,
  ctx: SignedIn,
  key: { slug: string },
  due: CourseDue,
): Promise<CourseRow> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  const isNewDate = due.due_at?.getTime() !== course.due_at?.getTime()
  if (due.due_at && isNewDate && due.due_at <= ctx.now)
    throw fail('invalid', { fields: { due_at: ['Please choose a date after today.'] } })
  await updateCourseRow(tx, ctx.portal.id, course.id, due)
  await touchCourse(tx, ctx, course.id)
  await logActivity(tx, ctx, {
    action: 'course.update',
    subject_type: 'course',
    subject_id: course.id,
    changes: changedFields({ due_days: course.due_days, due_at: course.due_at }, due),
  })
  return { ...course, ...due }
}
