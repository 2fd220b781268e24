import { sql } from 'kysely'
import { assignedLearner, type Looker, lookerOf, managedCourses, requireMember } from '#features/accounts/server/api.ts'
import { ENROLLMENT_COLUMNS, withAccess } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { foldedTextHolds } from '#platform/db/search-text.ts'

type Order = {
  cursor?: string | undefined
  per_page: number
  sort: 'id' | '-id'
  search?: string | undefined
  role?: 'learner' | 'manager' | 'instructor' | undefined
}

/** What a manager sees: courses they manage, and in those learners who are assigned to them (ROL-027, USR-040). */
const withinReach = (looker: Looker) =>
  sql<boolean>`(enrollments.role = 'learner' and ${assignedLearner(looker, 'enrollments')}
    or enrollments.role <> 'learner' and enrollments.course_id in ${managedCourses(looker)})`

/** A page of the courses of a person with their role in each (USR-031). */
export const listCourses = async (tx: Tx, ctx: SignedIn, userId: number, { search, role, ...order }: Order) => {
  await requireMember(tx, ctx, userId)
  let query = tx
    .selectFrom('enrollments')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'enrollments.portal_id').onRef('c.id', '=', 'enrollments.course_id'),
    )
    .select(ENROLLMENT_COLUMNS)
    .select(['c.slug', 'c.title'])
    .where('enrollments.portal_id', '=', ctx.portal.id)
    .where('enrollments.user_id', '=', userId)
    .where('enrollments.ended_at', 'is', null)
  if (ctx.scope === 'own') query = query.where(withinReach(lookerOf(ctx)))
  if (role) query = query.where('enrollments.role', '=', role)
  if (search) query = query.where(foldedTextHolds('c.folded_title', search))
  const direction = order.sort === 'id' ? 'asc' : 'desc'
  const { data, meta } = await keysetPage(query, { ...order, keys: [], direction, id: 'enrollments.id' })
  return {
    data: data.map((row) => {
      const { id, role, status, access, starts_at, expires_at, completed_at, course_id } = withAccess(row, ctx.now)
      const course = { id: course_id, slug: row.slug, title: row.title }
      return { id, role, course, status, access, starts_at, expires_at, completed_at }
    }),
    meta,
  }
}
