import { type CourseRow, reachAndLockCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publishJob } from '../job-names.ts'
import {
  fieldsOf,
  findJob,
  findRunningPortals,
  hasShares,
  insertJob,
  insertRelease,
  type JobRow,
  loadNewestRelease,
  putShares,
  queueShares,
  type Release,
  requeueFailed,
} from '../shares-store.ts'

const atOf = ({ portal_id, id }: CourseRow) => ({ portal_id, course_id: id })

/** Why a course cannot be shared, or null. */
export const obstacleOf = (course: CourseRow): string | null => {
  if (course.source_portal_id !== null)
    return 'Another portal shares this course with you. Only that portal can share it.'
  if (course.publication_status !== PUBLICATION.published) return 'Publish the course before you share it.'
  return null
}

const requireSharable = (course: CourseRow): void => {
  const message = obstacleOf(course)
  if (message) throw fail('invalid', { message })
}

/** Whether a release says what the course says now. */
export const isCurrent = (release: Release | null, course: CourseRow): boolean => {
  if (release?.version !== course.newest_version) return false
  const fields = fieldsOf(course)
  return Object.entries(fields).every(([name, value]) => release.fields[name as keyof typeof fields] === value)
}

/** The release of what a course, which is locked, says now: the newest one, or a new one where it differs (SHR-003). */
const release = async (tx: Tx, ctx: SignedIn, course: CourseRow): Promise<number> => {
  const newest = await loadNewestRelease(tx, atOf(course))
  if (newest && isCurrent(newest, course)) return newest.number
  const number = (newest?.number ?? 0) + 1
  await insertRelease(tx, atOf(course), {
    number,
    version: course.newest_version,
    fields: fieldsOf(course),
    created_at: ctx.now,
    created_by: ctx.viewer.user_id,
  })
  return number
}

const begin = async (tx: Tx, ctx: SignedIn, course: CourseRow, kind: 'share' | 'update'): Promise<JobRow> => {
  const job = await insertJob(tx, {
    ...atOf(course),
    kind,
    release: await release(tx, ctx, course),
    created_at: ctx.now,
    created_by: ctx.viewer.user_id,
  })
  await enqueue(tx, publishJob, { portal_id: job.portal_id, job_id: job.id })
  return job
}

/** Shares a course with portals, each of which gets it by a job (BLD-024, SHR-004). */
export const shareCourse = async (
  tx: Tx,
  ctx: SignedIn,
  { slug, portal_ids }: { slug: string; portal_ids: readonly number[] },
): Promise<JobRow> => {
  const course = await reachAndLockCourse(tx, ctx, { slug })
  requireSharable(course)
  const to = [...new Set(portal_ids)]
  const running = await findRunningPortals(tx, to)
  if (to.some((id) => id === ctx.portal.id || !running.has(id)))
    throw fail('invalid', { fields: { portal_ids: [errorText('not_in_options')] } })
  const job = await begin(tx, ctx, course, 'share')
  await putShares(tx, atOf(course), { job_id: job.id, to, now: ctx.now })
  await logActivity(tx, ctx, {
    action: 'course.share',
    subject_type: 'course',
    subject_id: course.id,
    changes: { portals: to.length, portal_ids: to },
  })
  return job
}

const sendUpdate = async (tx: Tx, ctx: SignedIn, course: CourseRow): Promise<JobRow> => {
  const job = await begin(tx, ctx, course, 'update')
  const portals = await queueShares(tx, atOf(course), { job_id: job.id, now: ctx.now })
  await logActivity(tx, ctx, {
    action: 'course.send-update',
    subject_type: 'course',
    subject_id: course.id,
    changes: { release: job.release, portals },
  })
  return job
}

/** Offers what a course says now to all portals that have it (SHR-005). */
export const sendCourseUpdate = async (tx: Tx, ctx: SignedIn, { slug }: { slug: string }): Promise<JobRow> => {
  const course = await reachAndLockCourse(tx, ctx, { slug })
  requireSharable(course)
  if (!(await hasShares(tx, atOf(course)))) throw fail('invalid', { message: 'No portal has this course.' })
  if (isCurrent(await loadNewestRelease(tx, atOf(course)), course))
    throw fail('invalid', { message: 'The portals that have this course were offered everything it says now.' })
  return sendUpdate(tx, ctx, course)
}

/** Offers a version that has just been published to the portals that have the course, if there are any. */
export const offerVersion = async (tx: Tx, ctx: SignedIn, courseId: number): Promise<void> => {
  const course = await reachAndLockCourse(tx, ctx, { id: courseId })
  if (course.source_portal_id === null && (await hasShares(tx, atOf(course)))) await sendUpdate(tx, ctx, course)
}

/** Starts a job again in the portals where it failed (BLD-027). A job that a later one has replaced has none of them. */
export const restartJob = async (
  tx: Tx,
  ctx: SignedIn,
  { id, portal_ids }: { id: number; portal_ids?: readonly number[] | undefined },
): Promise<JobRow> => {
  const job = await findJob(tx, ctx.portal.id, id)
  if (!job) throw fail('not_found')
  const portals = await requeueFailed(tx, job, portal_ids ?? null, ctx.now)
  if (portals > 0) {
    await enqueue(tx, publishJob, { portal_id: job.portal_id, job_id: job.id })
    await logActivity(tx, ctx, {
      action: 'course.restart-sharing',
      subject_type: 'course',
      subject_id: job.course_id,
      changes: { portals },
    })
  }
  return job
}
