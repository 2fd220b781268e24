import { sql } from 'kysely'
import { managedCourses } from '#features/accounts/server/api.ts'
import { type CreditNumbers, managerCredits } from '#features/credits/server/api.ts'
import type { Page } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { foldedTextHolds } from '#platform/db/search-text.ts'

type Publication = 1 | 2 | 3 | 4
const NOTHING: CreditNumbers = { total: 0, remaining: 0, distributed: 0, used: 0 }

const add = (one: CreditNumbers, other: CreditNumbers): CreditNumbers => ({
  total: one.total + other.total,
  remaining: one.remaining + other.remaining,
  distributed: one.distributed + other.distributed,
  used: one.used + other.used,
})

/** Courses that somebody, or with `userId` this person, manages: by assignment or by credits (ORD-044). */
export const managed = (portalId: number, userId: number | null) => {
  if (userId !== null) return sql<boolean>`c.id in ${managedCourses({ portal_id: portalId, user_id: userId })}`
  return sql<boolean>`c.id in (
    select course_id from enrollments where portal_id = ${portalId} and role = 'manager' and ended_at is null
    union all
    select course_id from credit_accounts
    where portal_id = ${portalId} and kind = 'manager' and balance + distributed > 0)`
}

export type CourseFilter = {
  cursor?: string | undefined
  per_page: number
  search?: string | undefined
  sort: 'title' | '-title'
}

/** A page of managed courses with the credits of the manager, or without one of all managers together (CRD-004). */
export const listManagedCourses = async (
  tx: Tx,
  portalId: number,
  userId: number | null,
  { search, ...page }: CourseFilter,
): Promise<
  Page<
    CreditNumbers & {
      id: number
      slug: string
      title: string
      thumbnail: string | null
      publication_status: Publication
    }
  >
> => {
  let query = tx
    .selectFrom('courses as c')
    .select(['c.id', 'c.slug', 'c.title', 'c.thumbnail', 'c.publication_status'])
    .where('c.portal_id', '=', portalId)
    .where(managed(portalId, userId))
  if (search) query = query.where(foldedTextHolds('c.folded_title', search))
  const { data, meta } = await keysetPage(query, {
    ...page,
    keys: [{ name: 'title', expression: 'c.title collate "C"', type: 'text' }],
    direction: page.sort === 'title' ? 'asc' : 'desc',
    id: 'c.id',
  })
  const credits = await sumCredits(
    tx,
    portalId,
    data.map(({ id }) => id),
    userId,
  )
  return {
    data: data.map((course) => ({
      ...course,
      publication_status: course.publication_status as Publication,
      ...(credits.get(course.id) ?? NOTHING),
    })),
    meta,
  }
}

/** What the manager, or without one all managers together, have of each course. */
export const sumCredits = async (
  tx: Tx,
  portalId: number,
  courseIds: readonly number[],
  userId: number | null,
): Promise<Map<number, CreditNumbers>> => {
  const sums = new Map<number, CreditNumbers>(courseIds.map((id) => [id, NOTHING]))
  const of = { course_ids: courseIds, ...(userId !== null && { user_id: userId }) }
  for (const { course_id, user_id: _, ...numbers } of await managerCredits(tx, portalId, of))
    sums.set(course_id, add(sums.get(course_id) ?? NOTHING, numbers))
  return sums
}

export type CourseManager = CreditNumbers & { user_id: number; enrollment_id: number | null; is_outside: boolean }

/** The managers of a course: those assigned to it and those who hold, or have handed on or used, credits of it. */
export const loadCourseManagers = async (tx: Tx, portalId: number, courseId: number): Promise<CourseManager[]> => {
  const assigned = await tx
    .selectFrom('enrollments')
    .select(['id', 'user_id'])
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('role', '=', 'manager')
    .where('ended_at', 'is', null)
    .execute()
  const credits = (await managerCredits(tx, portalId, { course_ids: [courseId] })).filter(({ total }) => total > 0)
  const ids = [...new Set([...assigned, ...credits].map((row) => row.user_id))].sort((a, b) => a - b)
  if (ids.length === 0) return []
  const outside = await tx
    .selectFrom('portal_user_roles')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('role', '=', 'manager')
    .where('is_outside', '=', true)
    .where('user_id', 'in', ids)
    .execute()
  return ids.map((userId) => {
    const {
      course_id: _,
      user_id: __,
      ...numbers
    } = credits.find((row) => row.user_id === userId) ?? {
      course_id: courseId,
      user_id: userId,
      ...NOTHING,
    }
    return {
      user_id: userId,
      enrollment_id: assigned.find((row) => row.user_id === userId)?.id ?? null,
      is_outside: outside.some((row) => row.user_id === userId),
      ...numbers,
    }
  })
}

/** True when the member holds the role manager in the portal. */
export const holdsManagerRole = async (tx: Tx, portalId: number, userId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('portal_user_roles')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('role', '=', 'manager')
    .executeTakeFirst()
  return row !== undefined
}

type At = { course_id: number; user_id: number }

const learning = (tx: Tx, portalId: number, { course_id }: At) =>
  tx
    .selectFrom('enrollments')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', course_id)
    .where('role', '=', 'learner')

/** The learners for whom this manager has used credits of the course. */
export const loadPaidBy = async (tx: Tx, portalId: number, at: At): Promise<number[]> => {
  const rows = await learning(tx, portalId, at).where('manager_id', '=', at.user_id).execute()
  return rows.map(({ id }) => id)
}

/** Where this person learns in the course now. */
export const loadOwnedBy = async (tx: Tx, portalId: number, at: At): Promise<number[]> => {
  const rows = await learning(tx, portalId, at)
    .where('user_id', '=', at.user_id)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
