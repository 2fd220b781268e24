import { sql } from 'kysely'
import { certificateValidity } from '#features/certificates/server/api.ts'
import { ENROLLMENT_COLUMNS, withAccess } from '#features/enrollments/server/api.ts'
import { itemsTotalOf, progressPercent, type Status } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { encodeFeedCursor, type FeedCursor, nextOf, startOf } from '../rules/cursor.ts'
import { badgeNumberOf } from './badge-number.ts'
import { horizonOf } from './horizon.ts'

type Query = { cursor?: string | undefined; per_page: number }

const enrollments = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('enrollments')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'enrollments.portal_id').onRef('c.id', '=', 'enrollments.course_id'),
    )
    .innerJoin('portal_users as m', (join) =>
      join.onRef('m.portal_id', '=', 'enrollments.portal_id').onRef('m.user_id', '=', 'enrollments.user_id'),
    )
    .leftJoin('certificates as z', (join) =>
      join.onRef('z.portal_id', '=', 'enrollments.portal_id').onRef('z.related_id', '=', 'enrollments.id'),
    )
    .select(ENROLLMENT_COLUMNS)
    .select([
      'c.slug',
      'c.title',
      'm.external_id',
      'z.id as certificate_id',
      'z.number',
      'z.revoked_at',
      'z.expires_at as certificate_expires_at',
      itemsTotalOf('enrollments').as('items_total'),
      badgeNumberOf('enrollments'),
    ])
    .where('enrollments.portal_id', '=', portalId)
    .where('enrollments.role', '=', 'learner')

/** Every enrollment of a learner by its id. */
const walk = (tx: Tx, portalId: number, after: number, most: number) =>
  enrollments(tx, portalId)
    .select(sql<number>`0`.as('changed_in'))
    .where('enrollments.id', '>', after)
    .orderBy('enrollments.id')
    .limit(most)
    .execute()

/** What changed in transactions that have all ended, in their order. */
const changed = (
  tx: Tx,
  portalId: number,
  from: Extract<FeedCursor, { phase: 'since' }>,
  horizon: number,
  most: number,
) =>
  enrollments(tx, portalId)
    .innerJoin('enrollment_changes as x', (join) =>
      join.onRef('x.portal_id', '=', 'enrollments.portal_id').onRef('x.enrollment_id', '=', 'enrollments.id'),
    )
    .select('x.changed_in')
    .where('x.portal_id', '=', portalId)
    .where(
      sql<boolean>`(x.changed_in, x.enrollment_id) > (${from.changed_in}::bigint, ${from.after}::bigint) and x.changed_in < ${horizon}::bigint`,
    )
    .orderBy('x.changed_in')
    .orderBy('x.enrollment_id')
    .limit(most)
    .execute()

/** A page of progress: first everyone, then what changed since the cursor (INT-037). Each row is as it is now. */
export const readProgress = async (tx: Tx, { portal, now }: SignedIn, { cursor, per_page: perPage }: Query) => {
  const horizon = await horizonOf(tx, portal.id)
  const from = startOf(cursor, horizon)
  const rows = await (from.phase === 'all'
    ? walk(tx, portal.id, from.after, perPage + 1)
    : changed(tx, portal.id, from, horizon, perPage + 1))
  const { page, next, has_more } = nextOf(from, rows, perPage, horizon)
  return {
    data: page.map((row) => {
      const { id, user_id, course_id, access, ...enrollment } = withAccess(row, now)
      return {
        enrollment_id: id,
        person: { id: user_id, external_id: row.external_id, badge_number: row.badge_number },
        course: { id: course_id, slug: row.slug, title: row.title },
        status: enrollment.status as Status,
        progress: progressPercent(enrollment.status as Status, enrollment.items_done, row.items_total),
        access,
        starts_at: enrollment.starts_at,
        expires_at: enrollment.expires_at,
        due_at: enrollment.due_at,
        created_at: enrollment.created_at,
        started_at: enrollment.started_at,
        completed_at: enrollment.completed_at,
        ended_at: enrollment.ended_at,
        certificate:
          row.certificate_id === null || row.number === null
            ? null
            : {
                id: row.certificate_id,
                number: row.number,
                status: certificateValidity(
                  { revoked_at: row.revoked_at, expires_at: row.certificate_expires_at },
                  now,
                ),
                expires_at: row.certificate_expires_at,
              },
      }
    }),
    meta: { next_cursor: encodeFeedCursor(next), has_more },
  }
}
