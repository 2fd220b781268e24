import { sql } from 'kysely'
import { dueOf, loadCourse } from '#features/courses/server/api.ts'
import { loadCredits, loadReturned } from '#features/credits/server/api.ts'
import { isManagerOf, loadAssigned, withProgress } from '#features/enrollments/server/api.ts'
import { isSubscribed } from '#kernel/access/subscribed.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import type { EnrollFacts } from '../rules/enroll.ts'
import type { Dates } from '../rules/plan.ts'

/** Whose credits pay (CRD-032): a manager's own, for everybody else those of the portal. */
export const payerOf = ({ scope, viewer }: SignedIn, courseId: number) =>
  scope === 'own'
    ? ({ kind: 'manager', course_id: courseId, user_id: viewer.user_id } as const)
    : ({ kind: 'portal', course_id: courseId } as const)

const creditsLeft = async (tx: Tx, ctx: SignedIn, courseId: number): Promise<number> => {
  const own = await loadCredits(tx, ctx.portal.id, payerOf(ctx, courseId))
  if (ctx.scope === 'own') return own.remaining
  return own.remaining + (await loadCredits(tx, ctx.portal.id, { kind: 'portal', course_id: null })).remaining
}

export type StoredDates = { starts_at: Date; due_at: Date | null; expires_at: Date }
export const datesOf = ({ starts_at: start, due_at: due, expires_at: end }: StoredDates): Dates => ({
  starts_at: start.toISOString(),
  due_at: due?.toISOString() ?? null,
  expires_at: end.toISOString(),
})

type MemberRow = { id: number; is_member: boolean; has_role: boolean } & (
  | StoredDates
  | { starts_at: null; due_at: null; expires_at: null }
)
const enrolledOf = (row: MemberRow | undefined): Dates | null => (row?.starts_at ? datesOf(row) : null)

/** What is the same for everyone who is enrolled, and what there is to know of each. */
export type EnrollWorld = {
  credits: number
  factsOf: (userId: number, left: number) => EnrollFacts
  /** Everyone whom the viewer may enroll, in the portal or no longer. */
  known: ReadonlySet<number>
  learner_roles: ReadonlySet<number>
}

/** What enrolling these people depends on; `not_found` for a course that the viewer does not reach. */
export const loadEnrollWorld = async (
  tx: Tx,
  ctx: SignedIn,
  courseId: number,
  userIds: readonly number[],
): Promise<EnrollWorld> => {
  const portalId = ctx.portal.id
  const course = await loadCourse(tx, portalId, { id: courseId })
  if (!course) throw fail('not_found')
  if (ctx.scope === 'own' && !(await isManagerOf(tx, portalId, courseId, ctx.viewer.user_id))) throw fail('not_found')
  const { rows } = await sql<MemberRow>`
    select m.user_id as id, m.left_at is null as is_member,
      e.starts_at, e.due_at, e.expires_at,
      exists (select from portal_user_roles r where r.portal_id = m.portal_id and r.user_id = m.user_id
        and r.role = 'learner') as has_role
    from portal_users m
    left join lateral (
      select e.starts_at, e.due_at, e.expires_at from enrollments e
      where e.portal_id = m.portal_id and e.user_id = m.user_id and e.course_id = ${courseId}::bigint
        and e.role = 'learner' and e.access <> 'expired' and e.ended_at is null
        and e.expires_at > ${ctx.now}::timestamptz
      limit 1
    ) e on true
    where m.portal_id = ${portalId}::bigint and m.user_id = any(${[...userIds]}::bigint[])`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const assigned = ctx.scope === 'own' ? await loadAssigned(tx, ctx, userIds) : null
  const zone = ctx.portal.setting.time_zone
  const course_problem = !isSubscribed(ctx.portal, ctx.now)
    ? 'This portal has no active subscription, so nobody can be enrolled.'
    : course.publication_status !== PUBLICATION.published
      ? `${course.title} is not published. Learners can be enrolled in published courses only.`
      : null
  return {
    credits: await creditsLeft(tx, ctx, courseId),
    known: new Set(userIds.filter((id) => byId.has(id) && (assigned?.has(id) ?? true))),
    learner_roles: new Set(rows.filter(({ has_role }) => has_role).map(({ id }) => id)),
    factsOf: (userId, left) => ({
      course_problem,
      course: course.title,
      is_member: byId.get(userId)?.is_member ?? false,
      enrolled: enrolledOf(byId.get(userId)),
      credits: left,
      due_from_course: (startsAt) => dueOf(course, startsAt, zone),
      time_zone: zone,
      now: ctx.now,
    }),
  }
}

/** A learner's enrollment, as far as bulk changes ask. */
export type EnrollmentFacts = {
  id: number
  user_id: number
  course_id: number
  course: string
  dates: Dates
  ended_at: string | null
  is_completed: boolean
  is_member: boolean
  is_enrolled_again: boolean
  has_progress: boolean
  /** Changes with every step of the learner. */
  progress: string
  term_from: Date
  /** Credits that unenrolling would give back without progress. */
  credits: number
  /** Live grants beside the first, with which the enrollment was made. */
  other_grants: number
  /** Uses of credits behind the grants that ended with the enrollment. */
  ended_uses: number[]
}

type Row = {
  id: number
  user_id: number
  course_id: number
  course: string
  starts_at: Date
  due_at: Date | null
  expires_at: Date
  created_at: Date
  ended_at: Date | null
  completed_at: Date | null
  status: number
  items_done: number
  is_member: boolean
  is_enrolled_again: boolean
  has_order: boolean
  credits: number
  other_grants: number
  ended_uses: number[]
}

/** The learner enrollments with these ids, by id. */
export const loadEnrollmentFacts = async (
  tx: Tx,
  ctx: SignedIn,
  ids: readonly number[],
): Promise<Map<number, EnrollmentFacts>> => {
  const portalId = ctx.portal.id
  const { rows } = await sql<Row>`
    select e.id, e.user_id, e.course_id, c.title as course, e.starts_at, e.due_at, e.expires_at, e.created_at, e.ended_at,
      e.completed_at, e.status, e.items_done, m.left_at is null as is_member,
      exists (select from enrollments o where o.portal_id = e.portal_id and o.user_id = e.user_id
        and o.course_id = e.course_id and o.id <> e.id and o.role = 'learner' and o.access <> 'expired'
        and o.ended_at is null and o.expires_at > ${ctx.now}::timestamptz) as is_enrolled_again,
      g.has_order, g.credits, g.other_grants, g.ended_uses
    from enrollments e
    join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    join portal_users m on m.portal_id = e.portal_id and m.user_id = e.user_id
    cross join lateral (
      select coalesce(bool_or(g.kind = 'order'), false) as has_order,
        count(*) filter (where g.credit_movement_id is not null and not exists (
          select from credit_movements s where s.portal_id = g.portal_id and s.settles_id = g.credit_movement_id))::int as credits,
        count(*) filter (where g.revoked_at is null and g.id <> g.first_id)::int as other_grants,
        coalesce(array_agg(g.credit_movement_id) filter (
          where g.credit_movement_id is not null and g.revoked_at = e.ended_at), '{}') as ended_uses
      from (
        select own.*, min(own.id) over () as first_id from enrollment_grants own
        where own.portal_id = e.portal_id and own.enrollment_id = e.id
      ) g
    ) g
    where e.portal_id = ${portalId}::bigint and e.role = 'learner' and e.id = any(${[...ids]}::bigint[])`.execute(tx)
  const progressed = await withProgress(tx, portalId, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        user_id: row.user_id,
        course_id: row.course_id,
        course: row.course,
        dates: datesOf(row),
        ended_at: row.ended_at?.toISOString() ?? null,
        is_completed: row.completed_at !== null,
        is_member: row.is_member,
        is_enrolled_again: row.is_enrolled_again,
        has_progress: progressed.has(row.id),
        progress: `${row.status}:${row.items_done}`,
        // An order counts from the purchase, everything else from the start (USR-021).
        term_from: row.has_order ? row.created_at : row.starts_at,
        credits: row.credits,
        other_grants: row.other_grants,
        ended_uses: row.ended_uses.map(Number),
      },
    ]),
  )
}

/** The credits that came back with the end of these enrollments, as they lie now. */
export const loadReturnedCredits = async (tx: Tx, ctx: SignedIn, enrollments: readonly EnrollmentFacts[]) => {
  const uses = enrollments.flatMap(({ ended_uses: ended }) => ended)
  const byUse = new Map((await loadReturned(tx, ctx, uses)).map((one) => [one.use_id, one]))
  const taken = new Map<string, number>()
  const of = ({ ended_uses: ended }: EnrollmentFacts) => ended.flatMap((use) => byUse.get(use) ?? [])
  return {
    cameBack: (enrollment: EnrollmentFacts): boolean => of(enrollment).length > 0,
    /** Takes them, so that they are gone for the next enrollment; false where too few are left. */
    take: (enrollment: EnrollmentFacts): boolean =>
      of(enrollment).every(({ purse, left }) => {
        const count = (taken.get(purse) ?? 0) + 1
        if (count > left) return false
        taken.set(purse, count)
        return true
      }),
  }
}
export type ReturnedCredits = Awaited<ReturnType<typeof loadReturnedCredits>>
