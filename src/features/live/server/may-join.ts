import { mayFollowCourseQuestions, mayFollowQuestion } from '#features/course-questions/server/api.ts'
import { isInstructorOf, isWithinReach, loadCourse } from '#features/courses/server/api.ts'
import { loadPage } from '#features/pages/server/api.ts'
import { accessOf, type Permission } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Channel } from '../rules/channels.ts'

/** Whether the role may open the course's enrollments (ROL-036), for an instructor only those of assigned courses. */
const mayOpenEnrollments = async (tx: Tx, ctx: SignedIn, courseId: number): Promise<boolean> => {
  const { viewer, portal } = ctx
  const reach = accessOf(viewer.current_role, 'enrollments.view', { toggles: viewer.toggles })
  if (reach === 'none' || !(await loadCourse(tx, portal.id, { id: courseId }))) return false
  return reach === 'any' || isInstructorOf(tx, portal.id, courseId, viewer.user_id)
}

const ownsProgress = async (tx: Tx, ctx: SignedIn, progressId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('course_user_progress')
    .innerJoin('enrollments', (join) =>
      join
        .onRef('enrollments.portal_id', '=', 'course_user_progress.portal_id')
        .onRef('enrollments.id', '=', 'course_user_progress.enrollment_id'),
    )
    .select('enrollments.user_id')
    .where('course_user_progress.portal_id', '=', ctx.portal.id)
    .where('course_user_progress.id', '=', progressId)
    .executeTakeFirst()
  return row?.user_id === ctx.viewer.user_id
}

/** The person who sent the package, and everyone else who may edit all courses of the portal. */
const mayFollowImport = async (tx: Tx, ctx: SignedIn, uuid: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('cloud_scorm_imports')
    .select('user_id')
    .where('portal_id', '=', ctx.portal.id)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  if (!row) return false
  const { viewer } = ctx
  const reach = accessOf(viewer.current_role, 'courses.update', { toggles: viewer.toggles })
  return reach === 'any' || (reach === 'own' && row.user_id === viewer.user_id)
}

const scopeOf = ({ viewer, portal }: SignedIn, permission: Permission) =>
  accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })

/** Whether the permission of the viewer reaches this course of the portal. */
const reachesCourse = async (tx: Tx, ctx: SignedIn, permission: Permission, courseId: number): Promise<boolean> => {
  const scope = scopeOf(ctx, permission)
  if (scope === 'none') return false
  const course = await loadCourse(tx, ctx.portal.id, { id: courseId })
  return course !== null && (await isWithinReach(tx, { ...ctx, scope }, course))
}

/** Those who edit pages of the portal (RTM-016). */
const mayEditPage = async (tx: Tx, ctx: SignedIn, pageId: number): Promise<boolean> =>
  scopeOf(ctx, 'site-content.update') !== 'none' && (await loadPage(tx, ctx.portal.id, pageId)) !== null

/** The learners of a course, and those who may open it in the builder (VER-017). */
const mayFollowCourse = async (tx: Tx, ctx: SignedIn, courseId: number): Promise<boolean> => {
  const { viewer, portal } = ctx
  if (await reachesCourse(tx, ctx, 'courses.view', courseId)) return true
  const row = await tx
    .selectFrom('enrollments')
    .select('id')
    .where('portal_id', '=', portal.id)
    .where('course_id', '=', courseId)
    .where('user_id', '=', viewer.user_id)
    .where('role', '=', 'learner')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Decides who may join a channel (RTM-003); everyone else is refused with 403. */
export const mayJoin = async (tx: Tx, ctx: SignedIn, channel: Channel): Promise<boolean> => {
  switch (channel.kind) {
    case 'notifications':
      return channel.user_id === ctx.viewer.user_id
    case 'enrolls':
      return mayOpenEnrollments(tx, ctx, channel.course_id)
    case 'invites':
      return channel.user_id === ctx.viewer.user_id || mayOpenEnrollments(tx, ctx, channel.course_id)
    case 'cloud-scorm-import':
      return mayFollowImport(tx, ctx, channel.uuid)
    case 'cloud-scorm-progress':
      return ownsProgress(tx, ctx, channel.progress_id)
    case 'questions':
      return mayFollowQuestion(tx, ctx, channel.question_id)
    case 'course-questions':
      return mayFollowCourseQuestions(tx, ctx, channel.course_id)
    case 'courses':
      return mayFollowCourse(tx, ctx, channel.course_id)
    case 'course-editors':
      return reachesCourse(tx, ctx, 'courses.update', channel.course_id)
    case 'page-editors':
      return mayEditPage(tx, ctx, channel.page_id)
  }
}
