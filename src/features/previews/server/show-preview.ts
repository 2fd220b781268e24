import { displayPerson, findById } from '#features/accounts/server/api.ts'
import { loadAssignments, presentTask } from '#features/assignments/server/api.ts'
import { type CourseRow, dueOf, loadInstructors } from '#features/courses/server/api.ts'
import { DRAFT, loadModuleItem, loadOutline, type OutlineItem } from '#features/outline/server/api.ts'
import { loadContent, PREVIEW, presentModuleItem, presentOutlineItem, STATUS } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { courseAccessEnds } from '#kernel/product/legal.ts'
import type { Tx } from '#platform/db/db.ts'

type Course = Pick<CourseRow, 'id'>

/** Nobody has done anything yet, and everything can be looked at. */
const untouched = () => ({ status: STATUS.not_started, progress_id: null, is_locked: false })

/** What an enrollment that begins now is to its learner (USR-021, BLD-062). */
const enrolledNow = ({ portal, now }: SignedIn, due: Parameters<typeof dueOf>[0]) => ({
  id: PREVIEW,
  access: 'active' as const,
  is_readable: true,
  starts_at: now,
  expires_at: courseAccessEnds(now, portal.setting.time_zone),
  due_at: dueOf(due, now, portal.setting.time_zone),
  created_at: now,
  started_at: null,
  completed_at: null,
})

/** How far somebody is who has done nothing. */
const standingOf = (items: readonly OutlineItem[]) => ({
  status: STATUS.not_started,
  progress: 0,
  items_done: 0,
  items_total: items.reduce((sum, item) => sum + (item.itemable_type === 'Module' ? item.module_items.length : 1), 0),
  can_finish: false,
  has_rules: false,
})

/** A course as somebody gets it who is enrolled now (BLD-043, BLD-068). */
export const showCoursePreview = async (tx: Tx, ctx: SignedIn, { id }: Course) => {
  const [row, items, instructors] = await Promise.all([
    tx
      .selectFrom('courses')
      .select([
        'id',
        'slug',
        'title',
        'thumbnail',
        'author_name',
        'author_avatar',
        'duration_minutes',
        'is_sequential',
        'is_certificate_required',
        'description',
        'video',
        'publication_status',
        'due_days',
        'due_at',
      ])
      .where('portal_id', '=', ctx.portal.id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    loadOutline(tx, ctx.portal.id, id, DRAFT),
    loadInstructors(tx, ctx.portal.id, [id]),
  ])
  const { author_name: name, author_avatar: avatar, due_days, due_at, ...course } = row
  return {
    course: {
      ...course,
      author: { name, avatar },
      ...standingOf(items),
      continue_item: null,
      learner: enrolledNow(ctx, { due_days, due_at }),
      instructors: instructors.get(id) ?? [],
    },
    outline: items.map((item) => presentOutlineItem(item, untouched)),
  }
}

/** A module item of the course with its content; `not_found` for one of another course (API-021). */
export const showItemPreview = async (
  tx: Tx,
  ctx: SignedIn,
  secret: string,
  at: { course: Course; type: Parameters<typeof loadModuleItem>[2]; id: number },
) => {
  const item = await loadModuleItem(tx, ctx.portal.id, at.type, at.id)
  if (item?.course_id !== at.course.id) throw fail('not_found')
  return { ...presentModuleItem(item, item.module_id, untouched), ...(await loadContent(tx, ctx, secret, item)) }
}

/** An assignment in the outline of the course, with its author in the place of a learner. */
export const showAssignmentPreview = async (
  tx: Tx,
  ctx: SignedIn,
  secret: string,
  at: { course: Course; id: number },
) => {
  const [items, tasks, person] = await Promise.all([
    loadOutline(tx, ctx.portal.id, at.course.id, DRAFT),
    loadAssignments(tx, ctx.portal.id, [at.id]),
    findById(tx, ctx.portal.id, ctx.viewer.user_id),
  ])
  const task = tasks.get(at.id)
  const isInCourse = items.some((item) => item.itemable_type === 'Assignment' && item.itemable_id === at.id)
  if (!task || !isInCourse || !person) throw fail('not_found')
  return { assignment: presentTask(ctx, secret, task), learner: displayPerson(person) }
}
