import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { decideDelete, PUBLICATION, type Publication } from '../../rules/publication.ts'
import { reachAndLockCourse } from '../access.ts'
import { loadPresence, removeCourse, updateCourseRow } from '../authoring-store.ts'
import { touchCourse } from '../touch.ts'

/** Removes a course, or archives it when anybody is or was in it, or it was sold (BLD-008, BLD-009). */
export const deleteCourse = async (
  tx: Tx,
  ctx: SignedIn,
  key: { slug: string },
): Promise<{ id: number; is_archived: boolean }> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  const { id } = course
  const { has_enrollments } = await loadPresence(tx, ctx.portal.id, id)
  const decision = decideDelete({ publication_status: course.publication_status as Publication, has_enrollments })
  if (decision === 'published_course_not_deletable') throw fail(decision)
  const isRemoved = decision === 'remove' && (await removeCourse(tx, ctx.portal.id, id))
  if (!isRemoved) await updateCourseRow(tx, ctx.portal.id, id, { publication_status: PUBLICATION.archived })
  await touchCourse(tx, ctx, id)
  await logActivity(tx, ctx, {
    action: isRemoved ? 'course.delete' : 'course.archive',
    subject_type: 'course',
    subject_id: id,
    changes: { title: course.title, slug: course.slug },
  })
  return { id, is_archived: !isRemoved }
}
