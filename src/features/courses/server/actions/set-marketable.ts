import { changedFields } from '#kernel/activity.ts'
import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { reachAndLockCourse } from '../access.ts'
import { updateCourseRow } from '../authoring-store.ts'
import type { CourseRow } from '../store.ts'
import { touchCourse } from '../touch.ts'

/** Puts a course into the shop or takes it out; learners who are in it notice nothing (BLD-036, PRT-050). */
export const setMarketable = async (
  tx: Tx,
  ctx: SignedIn,
  key: { slug: string },
  wanted: boolean | undefined,
): Promise<CourseRow> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  const is_marketable = wanted ?? !course.is_marketable
  if (is_marketable === course.is_marketable) return course
  await updateCourseRow(tx, ctx.portal.id, course.id, { is_marketable })
  await touchCourse(tx, ctx, course.id)
  await logActivity(tx, ctx, {
    action: 'course.update',
    subject_type: 'course',
    subject_id: course.id,
    changes: changedFields({ is_marketable: course.is_marketable }, { is_marketable }),
  })
  return { ...course, is_marketable }
}
