import { sql } from 'kysely'
import { isInGroup } from '#kernel/access/permissions.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { everyPortal } from './portals.ts'
import { withinReach } from './reach.ts'
import type { AnyReport, ReportRequest } from './report.ts'

/** More options than this are not offered. */
const MOST = 500

type Option = { value: string; label: string }
const ALL_PORTALS: Option = { value: 'all', label: 'All portals' }

const coursesOf = async (tx: Tx, request: ReportRequest): Promise<Option[]> => {
  let rows = tx
    .selectFrom('courses')
    .select(['courses.id', 'courses.title'])
    .where('courses.portal_id', '=', request.portal_id)
  if (request.scope === 'own')
    rows = rows.where(
      sql<boolean>`exists (
        select from enrollments e
        where e.portal_id = courses.portal_id and e.course_id = courses.id and e.role = 'learner' and e.ended_at is null
          and ${withinReach(request)})`,
    )
  const courses = await rows.orderBy('courses.title').orderBy('courses.id').limit(MOST).execute()
  return courses.map(({ id, title }) => ({ value: String(id), label: title }))
}

const managersOf = async (tx: Tx, request: ReportRequest): Promise<Option[]> => {
  if (request.scope === 'own') return []
  const managers = await tx
    .selectFrom('portal_user_roles as r')
    .innerJoin('people as p', (join) => join.onRef('p.portal_id', '=', 'r.portal_id').onRef('p.id', '=', 'r.user_id'))
    .select(['p.id', 'p.first_name', 'p.middle_name', 'p.last_name', 'p.username', 'p.email'])
    .where('r.portal_id', '=', request.portal_id)
    .where('r.role', '=', 'manager')
    .where('p.left_at', 'is', null)
    .orderBy('p.first_name')
    .orderBy('p.id')
    .limit(MOST)
    .execute()
  return managers.map((person) => ({ value: String(person.id), label: displayName(person) }))
}

/** The portals that a super admin may choose from, all of them together first (REP-032). */
export const portalOptions = async (tx: Tx, { role }: Pick<ReportRequest, 'role'>): Promise<Option[]> => {
  if (!isInGroup(role, 'super_admins')) return []
  const places = await everyPortal(tx, { role })
  return [ALL_PORTALS, ...places.map(({ id, name }) => ({ value: String(id), label: name }))]
}

/** What the filters of a report offer to who asks. Courses and managers are those of one portal. */
export const readOptions = async (tx: Tx, filters: AnyReport['filters'], request: ReportRequest) => ({
  courses: filters.includes('course_id') ? await coursesOf(tx, request) : [],
  managers: filters.includes('manager_id') ? await managersOf(tx, request) : [],
})
