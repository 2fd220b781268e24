import {
  type CoursePorts,
  type CourseRow,
  reachAndLockContent,
  requireReady,
  touchCourse,
} from '#features/courses/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { VERSION_EVENTS } from '../../contract.ts'
import { changesBetween } from '../../rules/changes.ts'
import { tellCourse } from '../live.ts'
import { insertVersion, loadVersionItems } from '../store.ts'

/** How the draft of a course differs from its newest version; everything is new in a course without versions. */
export const draftChanges = async (tx: Tx, { portal_id, id, newest_version }: CourseRow) => {
  const at = { portal_id, course_id: id }
  const before = newest_version === 0 ? [] : await loadVersionItems(tx, at, newest_version)
  return changesBetween(before, await loadVersionItems(tx, at, 0))
}

/** Who publishes, or the portal itself where a job does. */
type Publisher = Pick<Context, 'viewer' | 'now' | 'request'> & { portal: Pick<Context['portal'], 'id'> }

const publish = async (tx: Tx, ctx: Publisher, { portal_id, id }: CourseRow, note: string | null): Promise<number> => {
  const user_id = ctx.viewer?.user_id ?? null
  const number = await insertVersion(tx, { portal_id, course_id: id }, { note, now: ctx.now, user_id })
  const changes = { number, ...(note && { note }) }
  await tellCourse(tx, id, VERSION_EVENTS.published, number)
  await logActivity(tx, ctx, { action: 'course.publish-version', subject_type: 'course', subject_id: id, changes })
  return number
}

/**
 * What a course that is being published shows from now on: its draft, as a version if it has changed, which is answered. The
 * caller has locked the course (VER-001).
 */
export const publishDraft = async (
  tx: Tx,
  ctx: Publisher,
  course: CourseRow,
  note: string | null = null,
): Promise<boolean> => {
  const isNew = course.newest_version === 0 || (await draftChanges(tx, course)).length > 0
  if (isNew) await publish(tx, ctx, course, note)
  return isNew
}

/**
 * Publishes the changes of a course as its next version (VER-005). Throws `conflict` when somebody has published meanwhile,
 * and `invalid` for a course that was never published, has no changes, or no longer meets the conditions of BLD-005.
 */
export const publishChanges = async (
  tx: Tx,
  ctx: SignedIn,
  ports: CoursePorts,
  { slug, note, newest }: { slug: string; note?: string | null | undefined; newest: number },
): Promise<number> => {
  const course = await reachAndLockContent(tx, ctx, { slug })
  if (course.newest_version === 0) throw fail('invalid', { message: 'Please publish the course first.' })
  if (course.newest_version !== newest)
    throw fail('conflict', {
      message: `Version ${course.newest_version} was published meanwhile. Please look at what is new.`,
    })
  if ((await draftChanges(tx, course)).length === 0)
    throw fail('invalid', { message: 'There are no changes to publish.' })
  await requireReady(tx, ports, course)
  const number = await publish(tx, ctx, course, note?.trim() || null)
  await touchCourse(tx, ctx, course.id)
  await ports.onVersionPublished(tx, ctx, course.id)
  return number
}
