import { sql } from 'kysely'
import { taughtCourses } from '#features/accounts/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type PageRequest } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { RATINGS, type Rating, type RatingCounts, REVIEW_STATUS, type ReviewStatus } from '../rules/reviews.ts'

type Person = {
  id: number
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  avatar: string | null
  avatar_changed_at: string | null
}

const personOf = (table: 'author' | 'replier') =>
  sql<Person>`jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'first_name', ${sql.ref(`${table}.first_name`)},
    'middle_name', ${sql.ref(`${table}.middle_name`)}, 'last_name', ${sql.ref(`${table}.last_name`)},
    'avatar', ${sql.ref(`${table}.avatar`)}, 'avatar_changed_at', ${sql.ref(`${table}.avatar_changed_at`)})`

/** Reviews with their course and the people who wrote them, in one statement. */
const rows = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('reviews as r')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'r.portal_id').onRef('c.id', '=', 'r.course_id'),
    )
    .innerJoin('people as author', (join) =>
      join.onRef('author.portal_id', '=', 'r.portal_id').onRef('author.id', '=', 'r.user_id'),
    )
    .leftJoin('people as replier', (join) =>
      join.onRef('replier.portal_id', '=', 'r.portal_id').onRef('replier.id', '=', 'r.replied_by'),
    )
    .select([
      'r.id',
      'r.course_id',
      'r.related_id',
      'r.user_id',
      'r.rating',
      'r.text',
      'r.status',
      'r.reply',
      'r.replied_at',
      'r.moderated_at',
      'r.created_at',
      'c.slug as course_slug',
      'c.title as course_title',
    ])
    .select([personOf('author').as('author'), personOf('replier').as('replier')])
    .where('r.portal_id', '=', portalId)

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

/** `instructor_id` leaves the reviews of courses that this person teaches (ROL-027). */
export type ReviewFilter = {
  course_id?: number | undefined
  status?: ReviewStatus | undefined
  rating?: Rating | undefined
  search?: string | undefined
  instructor_id?: number | undefined
}

const filtered = (tx: Tx, portalId: number, filter: ReviewFilter) => {
  let query = rows(tx, portalId)
  if (filter.course_id !== undefined) query = query.where('r.course_id', '=', filter.course_id)
  // As a literal, so that the partial index of what is public serves it.
  if (filter.status !== undefined) query = query.where('r.status', '=', sql.lit(filter.status))
  if (filter.rating !== undefined) query = query.where('r.rating', '=', filter.rating)
  if (filter.search) query = query.where(textHolds('r.text', filter.search))
  if (filter.instructor_id !== undefined)
    query = query.where('r.course_id', 'in', taughtCourses({ portal_id: portalId, user_id: filter.instructor_id }))
  return query
}

type Order = Pick<PageRequest, 'cursor' | 'per_page'> & { sort: 'id' | '-id' | 'rating' | '-rating' }

/** A page of reviews, by their age or their rating. */
export const listReviewRows = (tx: Tx, portalId: number, filter: ReviewFilter, order: Order) =>
  keysetPage(filtered(tx, portalId, filter), {
    cursor: order.cursor,
    per_page: order.per_page,
    sort: order.sort,
    keys: order.sort.endsWith('rating') ? [{ name: 'rating', expression: 'r.rating', type: 'int' }] : [],
    id: 'r.id',
  })

/** The review within a filter, or null. */
export const findReview = async (
  tx: Tx,
  portalId: number,
  id: number,
  filter: ReviewFilter = {},
): Promise<ReviewRow | null> => (await filtered(tx, portalId, filter).where('r.id', '=', id).executeTakeFirst()) ?? null

/** As `findReview`, and locked until the transaction ends. */
export const lockReview = async (
  tx: Tx,
  portalId: number,
  id: number,
  filter: ReviewFilter,
): Promise<ReviewRow | null> =>
  (await filtered(tx, portalId, filter).where('r.id', '=', id).forUpdate('r').executeTakeFirst()) ?? null

/** The review of an enrollment, or null. */
export const loadReviewOf = async (tx: Tx, portalId: number, relatedId: number): Promise<ReviewRow | null> =>
  (await rows(tx, portalId).where('r.related_id', '=', relatedId).executeTakeFirst()) ?? null

type NewReview = {
  course_id: number
  related_id: number
  user_id: number
  rating: number
  text: string | null
  created_at: Date
}

/** Adds a pending review and answers its id, or null when the enrollment has one already. */
export const insertReview = async (tx: Tx, portalId: number, review: NewReview): Promise<number | null> => {
  const row = await tx
    .insertInto('reviews')
    .values({ portal_id: portalId, status: REVIEW_STATUS.pending, ...review })
    .onConflict((conflict) => conflict.constraint('reviews_one_of_enrollment').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

type ReviewChange = {
  status?: ReviewStatus
  moderated_by?: number
  moderated_at?: Date
  reply?: string | null
  replied_by?: number | null
  replied_at?: Date | null
}

export const saveReview = async (tx: Tx, portalId: number, id: number, change: ReviewChange): Promise<void> => {
  await tx.updateTable('reviews').set(change).where('portal_id', '=', portalId).where('id', '=', id).execute()
}

export const removeReview = async (tx: Tx, portalId: number, id: number): Promise<void> => {
  await tx.deleteFrom('reviews').where('portal_id', '=', portalId).where('id', '=', id).execute()
}

/**
 * Counts one review more or less of a rating: in the counters of the course, and in the sum and count next to the
 * course that give its average. The course's own time of change stays.
 */
export const countReview = async (
  tx: Tx,
  portalId: number,
  { course_id, rating }: Pick<ReviewRow, 'course_id' | 'rating'>,
  delta: 1 | -1,
): Promise<void> => {
  const column = `rating_${rating}` as 'rating_1'
  await tx
    .insertInto('review_counters')
    .values({ portal_id: portalId, course_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('review_counters')
    .set((eb) => ({ [column]: eb(column, '+', delta) }))
    .where('portal_id', '=', portalId)
    .where('course_id', '=', course_id)
    .execute()
  await tx
    .updateTable('courses')
    .set((eb) => ({
      rating_sum: eb('rating_sum', '+', delta * rating),
      rating_count: eb('rating_count', '+', delta),
    }))
    .where('portal_id', '=', portalId)
    .where('id', '=', course_id)
    .execute()
}

/** How many approved reviews a course has of each rating. */
export const loadCounts = async (tx: Tx, portalId: number, courseId: number): Promise<RatingCounts> => {
  const row = await tx
    .selectFrom('review_counters')
    .select(['rating_1', 'rating_2', 'rating_3', 'rating_4', 'rating_5'])
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return Object.fromEntries(RATINGS.map((rating) => [rating, row?.[`rating_${rating}`] ?? 0])) as RatingCounts
}

/** How many reviews of a course wait for a decision. */
export const countPending = async (tx: Tx, portalId: number, courseId: number): Promise<number> => {
  const row = await tx
    .selectFrom('reviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('status', '=', REVIEW_STATUS.pending)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
