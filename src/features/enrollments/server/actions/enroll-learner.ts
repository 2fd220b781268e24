import { giveRole, loadPerson } from '#features/accounts/server/api.ts'
import { countEnrollments, dueOf, loadCourse } from '#features/courses/server/api.ts'
import {
  notEnough,
  openPurse,
  type Payer,
  type Purse,
  redeemCredit,
  spendFrom,
  tellCredits,
} from '#features/credits/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import { requireSubscription } from '#kernel/access/subscribed.ts'
import { actorIdOf, type Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { courseAccessEnds } from '#kernel/product/legal.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { displayName } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import { type Tx, together } from '#platform/db/db.ts'
import { accessAt } from '../../rules/access.ts'
import { insertGrant } from '../grants.ts'
import { tellLearner } from '../jobs.ts'
import { tellEnrollment } from '../live.ts'
import { expireOf, insertEnrollment } from '../store.ts'

/**
 * Why a learner may enter, and who pays: an order its purchased seat, a credit its holder, a reservation itself,
 * `manual` nobody.
 */
export type Grant =
  | { kind: 'order'; order_id: number }
  | { kind: 'credit'; holder: Extract<Payer, { kind: 'manager' | 'portal' }> }
  | { kind: 'reserved'; movement_id: number; holder: Extract<Payer, { kind: 'manager' | 'portal' }> }
  | { kind: 'manual' }

export type NewLearner = {
  user_id: number
  course_id: number
  grant: Grant
  /** From when the five years of an order count (LEG-005); without it they count from `starts_at` (USR-021). */
  purchased_at?: Date
  starts_at?: Date
  /** Without one the due date is that of the course (BLD-062). */
  due_at?: Date | null
  /** An earlier end of access than that of USR-021. */
  expires_at?: Date | null
  /** False where the learner gets another mail at the same time. */
  is_mailed?: boolean
  curator_id?: number | null
}

export const ALREADY_LEARNER = 'This user is already an active learner of the course.'
const NOT_PUBLISHED = 'Learners can be enrolled in published courses only.'

/**
 * A course that takes new learners, or `invalid` (USR-043). `not_found` when the portal has no such course, and
 * `plan_not_enough` when nothing new starts there (ORD-047). A paid enrollment goes through even if the course has left
 * the catalog since, or the portal's subscription has ended.
 */
export const requireOpenCourse = async (
  tx: Tx,
  ctx: Pick<Context, 'portal' | 'now'>,
  courseId: number,
  isPaid = false,
) => {
  const course = await loadCourse(tx, ctx.portal.id, { id: courseId })
  if (!course) throw fail('not_found')
  if (!isPaid) requireSubscription(ctx)
  if (course.publication_status !== PUBLICATION.published && !isPaid)
    throw fail('invalid', { fields: { course_id: [NOT_PUBLISHED] } })
  return course
}

const payerOf = (enrollment: NewLearner): Payer | null => {
  const { grant, course_id } = enrollment
  if (grant.kind === 'manual') return null
  return grant.kind === 'order' ? { kind: 'order', course_id, order_id: grant.order_id } : grant.holder
}

/** Uses the credit of the grant and returns the movement; null for a grant without one. */
const pay = async (tx: Tx, ctx: Context, enrollment: NewLearner, purse: Purse | null, enrollmentId: number) => {
  const use = { enrollment_id: enrollmentId, learner_id: enrollment.user_id }
  if (enrollment.grant.kind === 'reserved')
    return redeemCredit(tx, ctx, { ...use, movement_id: enrollment.grant.movement_id })
  return purse ? spendFrom(tx, ctx, purse, use) : null
}

/**
 * Enrolls a member of the portal as learner: assigns the role, uses one credit in the same transaction (not for
 * `manual`), counts popularity, notifies those who watch the course and mails the learner. Throws before it has written
 * anything: `not_found` for a missing course or a person outside the portal, `invalid` for a course that is not
 * published (unless an order has paid for it) and for an active learner of it, and `own_credits_not_enough` or
 * `portal_credits_not_enough`. Credits are locked first, so that two calls never use the same one or block each other.
 * With a `purse` the credit comes out of it, and the caller who opened it calls `tellCredits` once.
 */
export const enrollLearner = async (
  tx: Tx,
  ctx: Context,
  enrollment: NewLearner,
  opened?: Purse,
): Promise<{ id: number; movement_id: number | null }> => {
  const { user_id: userId, course_id: courseId, grant } = enrollment
  const portalId = ctx.portal.id
  const [course, person] = await together([
    requireOpenCourse(tx, ctx, courseId, grant.kind === 'order'),
    loadPerson(tx, portalId, userId),
  ])
  if (!person) throw fail('not_found')
  const payer = payerOf(enrollment)
  const [purse] = await together([
    opened ?? (payer ? openPurse(tx, ctx, payer) : null),
    expireOf(tx, { portal_id: portalId, course_id: courseId, user_id: userId }, ctx.now),
  ])
  if (purse && grant.kind !== 'reserved' && purse.remaining < 1) throw notEnough(purse.payer)

  const startsAt = enrollment.starts_at ?? ctx.now
  const termEnds = courseAccessEnds(enrollment.purchased_at ?? startsAt, ctx.portal.setting.time_zone)
  const requestedEnd = enrollment.expires_at ?? termEnds
  const expiresAt = requestedEnd < termEnds ? requestedEnd : termEnds
  const term = { starts_at: startsAt, expires_at: expiresAt }
  const id = await insertEnrollment(tx, {
    portal_id: portalId,
    user_id: userId,
    course_id: courseId,
    role: 'learner',
    curator_id: enrollment.curator_id ?? null,
    manager_id: payer?.kind === 'manager' ? payer.user_id : person.manager_id,
    access: accessAt({ ...term, completed_at: null, ended_at: null }, ctx.now),
    ...term,
    due_at: enrollment.due_at === undefined ? dueOf(course, startsAt, ctx.portal.setting.time_zone) : enrollment.due_at,
    created_at: ctx.now,
  })
  if (id === null) throw fail('invalid', { fields: { user_id: [ALREADY_LEARNER] } })
  const movementId = await pay(tx, ctx, enrollment, purse, id)
  await together([
    insertGrant(tx, {
      portal_id: portalId,
      enrollment_id: id,
      kind: grant.kind === 'reserved' ? 'credit' : grant.kind,
      order_id: grant.kind === 'order' ? grant.order_id : null,
      credit_movement_id: movementId,
      granted_by: actorIdOf(ctx),
      created_at: ctx.now,
    }),
    giveRole(tx, ctx, { user_id: userId, role: 'learner' }),
    countEnrollments(tx, portalId, courseId, 1),
    tellEnrollment(tx, 'enroll.created', {
      user_id: userId,
      course_id: courseId,
      message: `${displayName(person)} has been enrolled.`,
      manager_id: payer?.kind === 'manager' ? payer.user_id : person.manager_id,
      curator_id: enrollment.curator_id,
    }),
    movementId !== null && !opened ? tellCredits(tx, ctx, { id: movementId, course_id: courseId }) : null,
    logActivity(tx, ctx, {
      action: 'enrollment.create',
      subject_type: 'enrollment',
      subject_id: id,
      changes: { course_id: courseId, user_id: userId, role_id: 'learner', grant: grant.kind },
    }),
    notify(tx, ctx, {
      user_id: userId,
      kind: 'enrolled',
      data: { course_title: course.title, course_slug: course.slug, related_id: id },
    }),
    enrollment.is_mailed === false ? null : tellLearner(tx, ctx, { enrollment_id: id, course_slug: course.slug }),
  ])
  return { id, movement_id: movementId }
}
