import { type Insertable, sql, type Updateable } from 'kysely'
import { taughtCourses } from '#features/accounts/server/api.ts'
import type { Viewer } from '#kernel/context.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Courses } from '#platform/db/db-types.ts'
import { keysetPage, type PageRequest } from '#platform/db/paging.ts'
import { foldedTextHolds } from '#platform/db/search-text.ts'
import { inSavepoint } from '#platform/db/transactions/after-commit.ts'
import type { TierInput } from '../rules/pricing.ts'
import type { Presence } from '../rules/publication.ts'
import { freeSlug } from '../rules/slug.ts'
import { COURSE_COLUMNS } from './store.ts'

export type CourseFilter = {
  search?: string | undefined
  publication_status?: number | undefined
  partner_company_id?: number | undefined
  /** Only the courses this person teaches (ROL-027). */
  instructor_id?: number | undefined
}

/** One page of the portal's courses in any publication status. */
export const listCourseRows = (tx: Tx, portalId: number, filter: CourseFilter, request: PageRequest) => {
  let query = tx.selectFrom('courses').select(COURSE_COLUMNS).where('portal_id', '=', portalId)
  if (filter.search) query = query.where(foldedTextHolds('folded_title', filter.search))
  if (filter.publication_status !== undefined) query = query.where('publication_status', '=', filter.publication_status)
  if (filter.partner_company_id !== undefined) query = query.where('partner_company_id', '=', filter.partner_company_id)
  const { instructor_id: instructorId } = filter
  if (instructorId !== undefined)
    query = query.where('id', 'in', taughtCourses({ portal_id: portalId, user_id: instructorId }))
  return keysetPage(query, request)
}

/**
 * A slug for the portal that nobody has (CNT-023). Those who look for one at the same time wait for each other, so that
 * the second of two equal titles gets the next number instead of an error.
 */
export const takeSlug = async (tx: Tx, portalId: number, wish: string, ownId: number | null): Promise<string> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('courses.slug', ${portalId}))`.execute(tx)
  const bare = freeSlug(wish, [])
  const rows = await tx
    .selectFrom('courses')
    .select('slug')
    .where('portal_id', '=', portalId)
    .where('id', '!=', ownId ?? 0)
    .where('slug', 'like', `${bare.slice(0, 80).replace(/-\d+$/, '')}%`)
    .execute()
  return freeSlug(
    wish,
    rows.map((row) => row.slug),
  )
}

/** Remembers a former slug of a course, and forgets whatever stood for the one it has now (ROU-004). */
export const rememberSlug = async (
  tx: Tx,
  portalId: number,
  courseId: number,
  former: string | null,
  present: string,
): Promise<void> => {
  await tx.deleteFrom('course_slugs').where('portal_id', '=', portalId).where('slug', '=', present).execute()
  if (former === null || former === present) return
  await tx
    .insertInto('course_slugs')
    .values({ portal_id: portalId, slug: former, course_id: courseId })
    .onConflict((conflict) => conflict.columns(['portal_id', 'slug']).doUpdateSet({ course_id: courseId }))
    .execute()
}

export const insertCourse = (tx: Tx, values: Insertable<Courses>) =>
  tx.insertInto('courses').values(values).returning(COURSE_COLUMNS).executeTakeFirstOrThrow()

export const updateCourseRow = async (tx: Tx, portalId: number, courseId: number, values: Updateable<Courses>) => {
  if (Object.keys(values).length === 0) return
  await tx.updateTable('courses').set(values).where('portal_id', '=', portalId).where('id', '=', courseId).execute()
}

/** Whether learners are in the course now, whether anybody ever was, and whether it was sold. Enrollments and orders stand above this slice: asked in SQL. */
export const loadPresence = async (
  tx: Tx,
  portalId: number,
  courseId: number,
): Promise<Presence & { has_enrollments: boolean }> => {
  const of = tx
    .selectFrom('enrollments')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
  const sold = tx
    .selectFrom('order_courses as oc')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.portal_id', '=', 'oc.portal_id').onRef('o.id', '=', 'oc.order_id'),
    )
    .select('o.id')
    .where('oc.portal_id', '=', portalId)
    .where('oc.course_id', '=', courseId)
    .where('o.status', '=', ORDER_STATUS.completed)
  const row = await tx
    .selectNoFrom((eb) => [
      eb.exists(of.where('role', '=', 'learner').where('ended_at', 'is', null)).as('has_learners'),
      eb.exists(of).as('has_enrollments'),
      eb.exists(sold).as('is_sold'),
    ])
    .executeTakeFirstOrThrow()
  return {
    has_learners: Boolean(row.has_learners),
    has_enrollments: Boolean(row.has_enrollments),
    is_sold: Boolean(row.is_sold),
  }
}

/**
 * Deletes a course with everything in it and returns true; false, without changes, when a record that must be kept (an
 * enrollment, an order, a credit) refers to it.
 */
export const removeCourse = async (tx: Tx, portalId: number, courseId: number): Promise<boolean> => {
  try {
    await inSavepoint(tx, async () => {
      await tx
        .deleteFrom('bundle_courses')
        .where('portal_id', '=', portalId)
        .where('course_id', '=', courseId)
        .execute()
      await tx.deleteFrom('courses').where('portal_id', '=', portalId).where('id', '=', courseId).execute()
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error
    return false
  }
}

/** Puts a set of tiers in place of the present one; a tier whose `from` stays keeps its id. */
export const replaceTiers = async (
  tx: Tx,
  portalId: number,
  courseId: number,
  tiers: readonly TierInput[],
): Promise<void> => {
  const gone = tx.deleteFrom('course_pricings').where('portal_id', '=', portalId).where('course_id', '=', courseId)
  const froms = tiers.map((tier) => tier.from)
  await (froms.length > 0 ? gone.where('from', 'not in', froms) : gone).execute()
  if (tiers.length === 0) return
  await tx
    .insertInto('course_pricings')
    .values(tiers.map(({ from, price_cents }) => ({ portal_id: portalId, course_id: courseId, from, price_cents })))
    .onConflict((conflict) =>
      conflict
        .columns(['portal_id', 'course_id', 'from'])
        .doUpdateSet((eb) => ({ price_cents: eb.ref('excluded.price_cents') })),
    )
    .execute()
}

export type Provider = { id: number; name: string; slug: string }

/** Partner companies of the portal by id, as providers of courses. */
export const loadProviders = async (
  tx: Tx,
  portalId: number,
  ids: readonly (number | null)[],
): Promise<Map<number, Provider>> => {
  const uniqueIds = [...new Set(ids.filter((id) => id !== null))]
  if (uniqueIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('partner_companies')
    .select(['id', 'name', 'slug'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', uniqueIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The courses for which the viewer has a completed order, for a manager also those of which the portal bought credits
 * (CRD-016). Orders stand above this slice: asked in SQL.
 */
export const findBought = async (
  tx: Tx,
  portalId: number,
  viewer: Pick<Viewer, 'user_id' | 'current_role'>,
  courseIds: readonly number[],
): Promise<Set<number>> => {
  if (courseIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('order_courses as oc')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.portal_id', '=', 'oc.portal_id').onRef('o.id', '=', 'oc.order_id'),
    )
    .select('oc.course_id')
    .distinct()
    .where('oc.portal_id', '=', portalId)
    .where('oc.course_id', 'in', [...courseIds])
    .where('o.status', '=', ORDER_STATUS.completed)
    .where((eb) =>
      eb.or([
        eb('o.user_id', '=', viewer.user_id),
        ...(viewer.current_role === 'manager'
          ? [eb.and([eb('o.type', '=', 'credits-on-course'), eb('o.buyer_role', '<>', 'manager')])]
          : []),
      ]),
    )
    .execute()
  return new Set(rows.flatMap((row) => row.course_id ?? []))
}
