import { loadPerson } from '#features/accounts/server/api.ts'
import { type CourseRow, loadCourse } from '#features/courses/server/api.ts'
import {
  courseCredits,
  type Giver,
  giveCredits,
  isCreditable,
  loadCredits,
  lockTakeable,
  portalCredits,
  takeCredits,
} from '#features/credits/server/api.ts'
import { enrollPeople, isManagerOf, withProgress } from '#features/enrollments/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import { accessOf, type Permission } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { holdsManagerRole, loadOwnedBy, loadPaidBy } from '../course-store.ts'

type Body = { amount: number; user_id?: number | undefined; manager_id?: number | undefined }
type Caller = Pick<SignedIn, 'portal' | 'viewer'>

const reaches = (ctx: Caller, permission: Permission) =>
  accessOf(ctx.viewer.current_role, permission, {
    toggles: ctx.viewer.toggles,
    condition: { plan_short_name: ctx.portal.plan_short_name, is_core: ctx.portal.flags.is_core },
  })

/** Whose credits the viewer hands out: a manager own ones, who may change the portal's credits those; null for all others. */
export const giverKind = (ctx: Caller): Giver['kind'] | null => {
  if (reaches(ctx, 'manager-courses.update') === 'own') return 'manager'
  return reaches(ctx, 'portal-credits.update') === 'none' ? null : 'portal'
}

/** The course and whose credits of it are meant; out of reach it is `not_found` (ROL-027). */
const findGiver = async (tx: Tx, ctx: Caller, slug: string): Promise<{ course: CourseRow; by: Giver }> => {
  const kind = giverKind(ctx)
  if (!kind) throw fail('not_enough_permissions')
  const course = await loadCourse(tx, ctx.portal.id, { slug })
  if (!course) throw fail('not_found')
  if (kind === 'portal') return { course, by: { kind, course_id: course.id } }
  const { user_id } = ctx.viewer
  if (!(await isManagerOf(tx, ctx.portal.id, course.id, user_id))) throw fail('not_found')
  return { course, by: { kind, course_id: course.id, user_id } }
}

/** The person on the other side, or null for the course itself; `not_found` outside the portal. */
const findTarget = async (tx: Tx, ctx: Caller, body: Body): Promise<number | null> => {
  const userId = body.user_id ?? body.manager_id ?? null
  if (userId !== null && !(await loadPerson(tx, ctx.portal.id, userId))) throw fail('not_found')
  return userId
}

/** What is left after a change, as the one who made it may see it (CRD-027, PRT-055). */
const presentChange = async (tx: Tx, ctx: Caller, by: Giver, id: number) => ({
  id,
  portalCredits: by.kind === 'portal' ? await portalCredits(tx, ctx.portal.id) : null,
  courseCredits: {
    course_id: by.course_id,
    ...(by.kind === 'portal'
      ? await courseCredits(tx, ctx.portal.id, by.course_id)
      : await loadCredits(tx, ctx.portal.id, by)),
  },
})

const log = (tx: Tx, ctx: SignedIn, action: string, by: Giver, changes: Record<string, unknown>) =>
  logActivity(tx, ctx, {
    action,
    subject_type: 'course',
    subject_id: by.course_id,
    changes: { from: by.kind, ...changes },
  })

/** Gives one credit to somebody who is no manager, which enrolls them as learner (CRD-001); answers the movement. */
const enrollWithOne = async (tx: Tx, ctx: SignedIn, by: Giver, handout: { user_id: number; amount: number }) => {
  const reach = reaches(ctx, 'users.create')
  if (reach === 'none') throw fail('not_enough_permissions')
  if (handout.amount > 1) throw fail('max_value', { params: { max: 1 }, field: 'amount' })
  const { movement_id: id } = await enrollPeople(
    tx,
    { ...ctx, scope: reach },
    { course_id: by.course_id, role_id: 'learner', user_ids: [handout.user_id], emails: [], new_people: [] },
  )
  if (id === null) throw new TypeError('A learner is enrolled with a credit')
  return id
}

/**
 * Gives credits of a published course to a manager, one to a learner, who is enrolled with it, or the portal's general ones
 * to the course. Throws ERR-061 or ERR-062 when more is asked than is left (CRD-021), `max_value` for more than one credit
 * of a learner and `invalid` for an unpublished course (CRD-012).
 */
export const handOut = async (tx: Tx, ctx: SignedIn, slug: string, body: Body) => {
  const { course, by } = await findGiver(tx, ctx, slug)
  if (!isCreditable(course)) throw fail('invalid', { message: 'Credits can be given to published courses only.' })
  const userId = await findTarget(tx, ctx, body)
  const isLearner = userId !== null && !(await holdsManagerRole(tx, ctx.portal.id, userId))
  const id = isLearner
    ? await enrollWithOne(tx, ctx, by, { user_id: userId, amount: body.amount })
    : await giveCredits(tx, ctx, { by, user_id: userId, amount: body.amount })
  if (userId !== null && !isLearner)
    await notify(tx, ctx, {
      user_id: userId,
      kind: 'credits_received',
      data: { course_title: course.title, amount: body.amount, link: `/courses/managers/${course.slug}` },
    })
  await log(tx, ctx, 'credits.give', by, { amount: body.amount, user_id: userId })
  return presentChange(tx, ctx, by, id)
}

/**
 * Takes back what was given and is not used, published or not. What is used cannot be taken back: ERR-065 where a learner
 * it was used for has progress (CRD-022), else ERR-085 with what can be taken (CRD-020).
 */
export const takeBack = async (tx: Tx, ctx: SignedIn, slug: string, body: Body) => {
  const { by } = await findGiver(tx, ctx, slug)
  const userId = await findTarget(tx, ctx, body)
  const { handed_out: handedOut, takeable } = await lockTakeable(tx, ctx, { by, user_id: userId })
  if (userId !== null && body.amount > takeable) {
    const at = { course_id: by.course_id, user_id: userId }
    const paid = body.amount <= handedOut ? await loadPaidBy(tx, ctx.portal.id, at) : []
    const own = await loadOwnedBy(tx, ctx.portal.id, at)
    if ((await withProgress(tx, ctx.portal.id, [...paid, ...own])).size > 0) throw fail('user_has_progress')
  }
  const id = await takeCredits(tx, ctx, { by, user_id: userId, amount: body.amount })
  await log(tx, ctx, 'credits.take', by, { amount: body.amount, user_id: userId })
  return presentChange(tx, ctx, by, id)
}
