import { sql } from 'kysely'
import { ENROLLMENT_COLUMNS } from '#features/enrollments/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { encodeFeedCursor, nextOf, startOf } from '../rules/cursor.ts'
import { badgeNumberOf } from './badge-number.ts'
import { horizonOf } from './horizon.ts'

export type FeedQuery = { cursor?: string | undefined; per_page: number }

/** Enrollments of learners with their course and person, as systems of the customer know them. */
export const learners = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('enrollments')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'enrollments.portal_id').onRef('c.id', '=', 'enrollments.course_id'),
    )
    .innerJoin('portal_users as m', (join) =>
      join.onRef('m.portal_id', '=', 'enrollments.portal_id').onRef('m.user_id', '=', 'enrollments.user_id'),
    )
    .select(ENROLLMENT_COLUMNS)
    .select(['c.slug', 'c.title', 'm.external_id', badgeNumberOf('enrollments')])
    .where('enrollments.portal_id', '=', portalId)
    .where('enrollments.role', '=', 'learner')

type Enrollments = ReturnType<typeof learners>
type Row<Q extends Enrollments> = Awaited<ReturnType<Q['execute']>>[number] & { changed_in: number }

/** Tables that note the transaction in which something of an enrollment changed last. */
type Changes = 'enrollment_changes' | 'rule_standing_changes'
type Noted = { portal_id: number; enrollment_id: number; changed_in: number }

/**
 * A page of a feed of enrollments: first all of them by their ids, then those that `changes` noted since the cursor, in the
 * order of transactions that have all ended (INT-037).
 */
export const readFeed = async <Q extends Enrollments>(
  tx: Tx,
  portalId: number,
  { cursor, per_page: perPage }: FeedQuery,
  { enrollments, changes }: { enrollments: Q; changes: Changes },
) => {
  const horizon = await horizonOf(tx, portalId)
  const from = startOf(cursor, horizon)
  const query =
    from.phase === 'all'
      ? enrollments
          .select(sql<number>`0`.as('changed_in'))
          .where('enrollments.id', '>', from.after)
          .orderBy('enrollments.id')
      : enrollments
          .innerJoin(sql<Noted>`${sql.table(changes)}`.as('x'), (join) =>
            join.onRef('x.portal_id', '=', 'enrollments.portal_id').onRef('x.enrollment_id', '=', 'enrollments.id'),
          )
          .select('x.changed_in')
          .where('x.portal_id', '=', portalId)
          .where(
            sql<boolean>`(x.changed_in, x.enrollment_id) > (${from.changed_in}::bigint, ${from.after}::bigint) and x.changed_in < ${horizon}::bigint`,
          )
          .orderBy('x.changed_in')
          .orderBy('x.enrollment_id')
  const rows = (await query.limit(perPage + 1).execute()) as Row<Q>[]
  const { page, next, has_more } = nextOf(from, rows, perPage, horizon)
  return { page, meta: { next_cursor: encodeFeedCursor(next), has_more } }
}
