import { sql } from 'kysely'
import {
  assignedLearner,
  loadShownPeople,
  lookerOf,
  managedCourses,
  requireKnown,
} from '#features/accounts/server/api.ts'
import { certificateValidity } from '#features/certificates/server/api.ts'
import { ENROLLMENT_COLUMNS, withAccess } from '#features/enrollments/server/api.ts'
import { itemsTotalOf, progressPercent, type Status } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { foldedTextHolds } from '#platform/db/search-text.ts'
import type { listUserCourses as endpoint } from '../contract.ts'

type Query = Input<typeof endpoint>['query']
type Caller = Pick<SignedIn, 'portal' | 'viewer' | 'scope'>

/** What a manager sees: courses they manage, and in those learners who are assigned to them (ROL-027, USR-040). */
const withinReach = (ctx: Caller) => {
  const looker = lookerOf(ctx)
  return sql<boolean>`(enrollments.role = 'learner' and ${assignedLearner(looker, 'enrollments')}
    or enrollments.role <> 'learner' and enrollments.course_id in ${managedCourses(looker)})`
}

/** The enrollments of a person that the viewer sees, with their courses. */
const enrollmentsOf = (tx: Tx, ctx: Caller, userId: number) => {
  const query = tx
    .selectFrom('enrollments')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'enrollments.portal_id').onRef('c.id', '=', 'enrollments.course_id'),
    )
    .leftJoin('certificates as z', (join) =>
      join.onRef('z.portal_id', '=', 'enrollments.portal_id').onRef('z.related_id', '=', 'enrollments.id'),
    )
    .where('enrollments.portal_id', '=', ctx.portal.id)
    .where('enrollments.user_id', '=', userId)
  return ctx.scope === 'own' ? query.where(withinReach(ctx)) : query
}

/** A page of the courses of a person with their role in each (USR-031). */
export const listCourses = async (tx: Tx, ctx: SignedIn, userId: number, query: Query) => {
  await requireKnown(tx, ctx, userId)
  const { search, role, is_learner: isLearner, with_ended: withEnded, ...order } = query
  let rows = enrollmentsOf(tx, ctx, userId)
    .select(ENROLLMENT_COLUMNS)
    .select([
      'enrollments.last_opened_at',
      'c.slug',
      'c.title',
      'z.id as certificate_id',
      'z.number',
      'z.revoked_at',
      'z.expires_at as certificate_expires_at',
      itemsTotalOf('enrollments').as('items_total'),
    ])
  if (!withEnded) rows = rows.where('enrollments.ended_at', 'is', null)
  if (role) rows = rows.where('enrollments.role', '=', role)
  if (isLearner !== undefined) rows = rows.where('enrollments.role', isLearner ? '=' : '<>', 'learner')
  if (search) rows = rows.where(foldedTextHolds('c.folded_title', search))
  const direction = order.sort === 'id' ? 'asc' : 'desc'
  const { data, meta } = await keysetPage(rows, { ...order, keys: [], direction, id: 'enrollments.id' })
  const curators = await loadShownPeople(tx, ctx.portal.id, [...new Set(data.flatMap((row) => row.curator_id ?? []))])
  return {
    data: data.map((row) => {
      const enrollment = withAccess(row, ctx.now)
      const { certificate_id: certificateId, number, revoked_at, certificate_expires_at: expiresAt } = row
      return {
        id: enrollment.id,
        role: enrollment.role,
        course: { id: enrollment.course_id, slug: row.slug, title: row.title },
        status: enrollment.status,
        access: enrollment.access,
        starts_at: enrollment.starts_at,
        expires_at: enrollment.expires_at,
        due_at: enrollment.due_at,
        completed_at: enrollment.completed_at,
        ended_at: enrollment.ended_at,
        last_opened_at: row.last_opened_at,
        progress: progressPercent(enrollment.status as Status, enrollment.items_done, row.items_total),
        curator: enrollment.curator_id === null ? null : (curators.get(enrollment.curator_id) ?? null),
        certificate:
          certificateId === null || number === null
            ? null
            : {
                id: certificateId,
                number,
                status: certificateValidity({ revoked_at, expires_at: expiresAt }, ctx.now),
                expires_at: expiresAt,
              },
      }
    }),
    meta,
  }
}

const DAY_MS = 86_400_000
/** Certificates that expire within so many days are to be renewed. */
const EXPIRES_SOON_DAYS = 90

/** What somebody is trained in, in figures; for a manager of their learners alone (USR-052). */
export const trainingOf = async (tx: Tx, ctx: SignedIn, userId: number) => {
  await requireKnown(tx, ctx, userId)
  const { now } = ctx
  const soon = new Date(now.getTime() + EXPIRES_SOON_DAYS * DAY_MS)
  const isCurrent = sql`enrollments.ended_at is null and enrollments.completed_at is null and enrollments.expires_at > ${now}`
  const isValid = sql`z.id is not null and z.revoked_at is null and (z.expires_at is null or z.expires_at > ${now})`
  return enrollmentsOf(tx, ctx, userId)
    .where('enrollments.role', '=', 'learner')
    .select([
      sql<number>`count(*) filter (where ${isCurrent})::int`.as('current'),
      sql<number>`count(*) filter (where enrollments.completed_at is not null)::int`.as('completed'),
      sql<number>`count(*) filter (where ${isCurrent} and enrollments.due_at < ${now})::int`.as('overdue'),
      sql<number>`count(*) filter (where ${isValid})::int`.as('valid_certificates'),
      sql<number>`count(*) filter (where ${isValid} and z.expires_at <= ${soon})::int`.as('expiring_certificates'),
      sql<Date | null>`min(enrollments.due_at) filter (where ${isCurrent} and enrollments.due_at >= ${now})`.as(
        'next_due_at',
      ),
      sql<Date | null>`min(z.expires_at) filter (where ${isValid})`.as('next_expiry_at'),
    ])
    .executeTakeFirstOrThrow()
}
