import { sql } from 'kysely'
import { assignedLearner, displayPerson, type Looker, searchPeople } from '#features/accounts/server/api.ts'
import { certificatesOf } from '#features/certificates/server/api.ts'
import { withAccess } from '#features/enrollments/server/api.ts'
import { courseProgress, loadTrackedCourses } from '#features/progress/server/api.ts'
import type { Page } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'

type Status = 1 | 2 | 3 | 4 | 5

/** Whose learners: all of the portal, or those assigned to a manager or instructor (ROL-027). */
export type Reach = Looker | null

export type PeopleFilter = {
  cursor?: string | undefined
  per_page: number
  search?: string | undefined
  sort: 'id' | '-id'
  course_id?: number
  access?: 'pending' | 'active' | 'expired' | undefined
}

const SHOWN = [
  'u.first_name',
  'u.middle_name',
  'u.last_name',
  'u.username',
  'u.avatar',
  'u.avatar_changed_at',
  'u.email',
] as const

const shown = (row: {
  user_id: number
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  username: string | null
  avatar: string | null
  avatar_changed_at: Date | null
  email: string | null
}) => ({ ...displayPerson({ ...row, id: row.user_id }), email: row.email })

const learners = (tx: Tx, portalId: number, reach: Reach) => {
  const query = tx
    .selectFrom('enrollments as e')
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'e.portal_id').onRef('u.id', '=', 'e.user_id'))
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'e.portal_id').onRef('c.id', '=', 'e.course_id'),
    )
    .select([
      'e.id',
      'e.portal_id',
      'e.user_id',
      'e.course_id',
      'e.role',
      'e.curator_id',
      'e.manager_id',
      'e.status',
      'e.items_done',
      'e.starts_at',
      'e.expires_at',
      'e.due_at',
      'e.created_at',
      'e.started_at',
      'e.completed_at',
      'e.ended_at',
      'e.last_item_type',
      'e.last_item_id',
      'e.version',
      'e.last_opened_at',
      'c.slug',
      'c.title',
      ...SHOWN,
    ])
    .where('e.portal_id', '=', portalId)
    .where('e.role', '=', 'learner')
    .where('e.ended_at', 'is', null)
  return reach ? query.where(assignedLearner(reach)) : query
}

type LearnerRow = Awaited<ReturnType<ReturnType<typeof learners>['execute']>>[number]

const present = async (tx: Tx, portalId: number, rows: readonly LearnerRow[], now: Date) => {
  const ids = rows.map(({ id }) => id)
  const courses = await loadTrackedCourses(tx, portalId, ids)
  const certificates = await certificatesOf(tx, portalId, ids)
  return rows.map((row) => {
    const { id, status, access, curator_id, manager_id, starts_at, expires_at, due_at, created_at, completed_at } =
      withAccess(row, now)
    const course = courses.get(id)
    return {
      id,
      course: { id: row.course_id, slug: row.slug, title: row.title },
      status: status as Status,
      progress: course ? courseProgress(course).progress : 0,
      access,
      curator_id,
      manager_id,
      starts_at,
      expires_at,
      due_at,
      created_at,
      completed_at,
      last_opened_at: row.last_opened_at,
      certificate: certificates.get(id) ?? null,
      user: shown(row),
    }
  })
}

export type ShownLearner = Awaited<ReturnType<typeof present>>[number]

const byTime = (access: PeopleFilter['access'], now: Date) => {
  if (access === 'pending')
    return sql<boolean>`e.completed_at is null and e.starts_at > ${now} and e.expires_at > ${now}`
  if (access === 'expired') return sql<boolean>`(e.completed_at is not null or e.expires_at <= ${now})`
  return sql<boolean>`e.completed_at is null and e.starts_at <= ${now} and e.expires_at > ${now}`
}

/** A page of learners with their progress, of one course or of all. */
export const listLearners = async (
  tx: Tx,
  at: { portal_id: number; now: Date; reach: Reach },
  { course_id: courseId, access, search, ...page }: PeopleFilter,
): Promise<Page<ShownLearner>> => {
  let query = learners(tx, at.portal_id, at.reach)
  if (search) query = query.where(await searchPeople(tx, search))
  if (courseId !== undefined) query = query.where('e.course_id', '=', courseId)
  if (access) query = query.where(byTime(access, at.now))
  const { data, meta } = await keysetPage(query, {
    ...page,
    keys: [],
    direction: page.sort === 'id' ? 'asc' : 'desc',
    id: 'e.id',
  })
  return { data: await present(tx, at.portal_id, data, at.now), meta }
}

/** A page of people, each with all their enrollments within reach (MGR-010). */
export const listPeople = async (
  tx: Tx,
  at: { portal_id: number; now: Date; reach: Reach },
  { search, ...page }: PeopleFilter,
) => {
  const within = at.reach ? assignedLearner(at.reach) : sql<boolean>`true`
  let query = tx
    .selectFrom('people as u')
    .select(['u.id', 'u.id as user_id', ...SHOWN])
    .where('u.portal_id', '=', at.portal_id)
    .where(
      sql<boolean>`exists (select 1 from enrollments e where e.portal_id = ${at.portal_id} and e.user_id = u.id
        and e.role = 'learner' and e.ended_at is null and ${within})`,
    )
  if (search) query = query.where(await searchPeople(tx, search))
  const { data, meta } = await keysetPage(query, {
    ...page,
    keys: [],
    direction: page.sort === 'id' ? 'asc' : 'desc',
    id: 'u.id',
  })
  const ids = data.map((row) => row.id)
  const rows =
    ids.length === 0
      ? []
      : await learners(tx, at.portal_id, at.reach).where('e.user_id', 'in', ids).orderBy('e.id', 'desc').execute()
  const enrollments = await present(tx, at.portal_id, rows, at.now)
  return {
    data: data.map((row) => ({
      ...shown(row),
      enrollments: enrollments.filter(({ user }) => user.id === row.id).map(({ user: _, ...enrollment }) => enrollment),
    })),
    meta,
  }
}

/** Somebody as a manager of the portal, who sees the learners assigned to them (ROL-083). */
export const loadManager = async (tx: Tx, portalId: number, userId: number): Promise<Looker> => {
  const role = await tx
    .selectFrom('portal_user_roles')
    .select('is_outside')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('role', '=', 'manager')
    .executeTakeFirst()
  return { portal_id: portalId, user_id: userId, role: 'manager', is_outside: role?.is_outside ?? false }
}

/** People as managers and administrators see them, by id. */
export const loadShown = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
): Promise<Map<number, ReturnType<typeof shown>>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('people as u')
    .select(['u.id as user_id', ...SHOWN])
    .where('u.portal_id', '=', portalId)
    .where('u.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.user_id, shown(row)]))
}
