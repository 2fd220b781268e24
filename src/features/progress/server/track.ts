import type { Enrollment } from '#features/enrollments/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type LockedCourse, lockCourse } from './lock-course.ts'
import type { TrackedItem } from './store.ts'

/** An enrollment that is locked until the transaction ends, and its course, read after the lock. */
export type Tracked = LockedCourse
type Call = Pick<Context, 'portal' | 'now'>
/** See `lockCourse`. */
type Options = { mayRepeat?: boolean }

/**
 * Locks an enrollment and reads its course, in one round trip, so that a step that waited for another one starts from its
 * result. Throws `not_found`.
 */
export const track = async (tx: Tx, ctx: Call, enrollmentId: number, options: Options = {}): Promise<Tracked> => {
  const request = { by: 'enrollment', id: enrollmentId, now: ctx.now, ...options } as const
  const tracked = await lockCourse(tx, ctx.portal.id, request)
  if (tracked?.enrollment.role !== 'learner') throw fail('not_found')
  return tracked
}

/** Like `track`, by the id of a progress row, whose item must still be in the course. */
export const trackByProgress = async (
  tx: Tx,
  ctx: Call,
  progressId: number,
  options: Options = {},
): Promise<Tracked & { item: TrackedItem }> => {
  const tracked = await lockCourse(tx, ctx.portal.id, { by: 'progress', id: progressId, now: ctx.now, ...options })
  const items = tracked?.course.outline.flatMap((entry) => [entry, ...(entry.items ?? [])])
  const item = items?.find((one) => one.progress_id === progressId)
  if (!tracked || !item) throw fail('not_found')
  return { ...tracked, item }
}

/**
 * Refuses everyone but the learner of this enrollment (LRN-048). `course_slug` must then be that of its course. The
 * caller decides whether the access of the enrollment allows the call, because it knows whether anything would be
 * written.
 */
export const requireOwn = (
  ctx: Pick<SignedIn, 'viewer'>,
  enrollment: Enrollment | null,
  course?: { slug: string; course_slug: string | undefined },
): Enrollment => {
  if (ctx.viewer.current_role !== 'learner') throw fail('learner_only')
  const isOwn =
    enrollment !== null &&
    enrollment.user_id === ctx.viewer.user_id &&
    enrollment.role === 'learner' &&
    enrollment.ended_at === null
  if (!isOwn) throw fail('not_found')
  if (course?.course_slug !== undefined && course.slug !== course.course_slug) throw fail('not_found')
  return enrollment
}

/** `track` for the learner's own enrollment. */
export const trackOwn = async (
  tx: Tx,
  ctx: SignedIn,
  at: { related_id: number; course_slug?: string },
  options: Options = {},
): Promise<Tracked> => {
  const tracked = await track(tx, ctx, at.related_id, options)
  requireOwn(ctx, tracked.enrollment, { slug: tracked.course.slug, course_slug: at.course_slug })
  return tracked
}

/** Refuses work on a course whose time has not come, is over, or which is completed (LRN-010, LEG-006). */
export const requireActive = (enrollment: Pick<Enrollment, 'access'>): void => {
  if (enrollment.access !== 'active') throw fail('not_enough_permissions')
}
