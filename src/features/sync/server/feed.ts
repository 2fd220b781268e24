import { sql } from 'kysely'
import { ENROLLMENT_COLUMNS } from '#features/enrollments/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { encodeFeedCursor, type FeedCursor, nextOf, startOf } from '../rules/cursor.ts'
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

type Since = { from: Extract<FeedCursor, { phase: 'since' }>; horizon: number }

/** Whether the change `x` is after the cursor and in a transaction before which all have ended. */
export const isChanged = ({ from, horizon }: Since) =>
  sql<boolean>`(x.changed_in, x.enrollment_id) > (${from.changed_in}::bigint, ${from.after}::bigint) and x.changed_in < ${horizon}::bigint`

type Reading<R> = {
  /** Every record by its id. */
  walk: (after: number, most: number) => Promise<R[]>
  /** What changed in transactions that have all ended, in their order. */
  changed: (since: Since, most: number) => Promise<R[]>
}

/** A page of a feed: first everyone, then what changed since the cursor (INT-037). */
export const readFeed = async <R extends { id: number; changed_in: number }>(
  tx: Tx,
  portalId: number,
  { cursor, per_page: perPage }: FeedQuery,
  { walk, changed }: Reading<R>,
) => {
  const horizon = await horizonOf(tx, portalId)
  const from = startOf(cursor, horizon)
  const rows = await (from.phase === 'all' ? walk(from.after, perPage + 1) : changed({ from, horizon }, perPage + 1))
  const { page, next, has_more } = nextOf(from, rows, perPage, horizon)
  return { page, meta: { next_cursor: encodeFeedCursor(next), has_more } }
}
