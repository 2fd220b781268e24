import { reachAndLockCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { VERSION_EVENTS } from '../../contract.ts'
import { tellCourse } from '../live.ts'
import { lockMovable, updateVersionOf } from '../move-store.ts'

/**
 * Moves learners who are at work in earlier versions of a course to a later one, all or those named, and answers how many.
 * What they finished stays finished; those who completed the course stay where they are (VER-008, VER-009).
 */
export const moveLearners = async (
  tx: Tx,
  ctx: SignedIn,
  { slug, number }: { slug: string; number: number },
  relatedIds: readonly number[] | null,
): Promise<number> => {
  const course = await reachAndLockCourse(tx, ctx, { slug })
  if (number < 1 || number > course.newest_version) throw fail('not_found')
  const at = { portal_id: ctx.portal.id, course_id: course.id, number }
  const movable = await lockMovable(tx, at, relatedIds)
  const moved = movable.length
  if (moved === 0) return 0
  await updateVersionOf(tx, at, movable)
  await tellCourse(tx, course.id, VERSION_EVENTS.moved, number)
  await logActivity(tx, ctx, {
    action: 'course.move-learners',
    subject_type: 'course',
    subject_id: course.id,
    changes: { number, moved },
  })
  return moved
}
