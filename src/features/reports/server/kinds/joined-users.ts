import { sql } from 'kysely'
import { assignedLearner, matchingPeople, rolesShown } from '#features/accounts/server/api.ts'
import { ROLES, type Role } from '#kernel/access/permissions.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { exportJoinedUsers } from '../../contract.ts'
import type { Report, ReportRequest } from '../report.ts'

/** A partner's people are the learners of the company's courses (ROL-027). */
const ofCompany = (userId: number) => sql<boolean>`exists (
  select from enrollments e join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    join partner_companies p on p.portal_id = c.portal_id and p.id = c.partner_company_id
  where e.portal_id = m.portal_id and e.user_id = m.user_id and e.role = 'learner' and p.user_id = ${userId})`

const NOT_ENROLLED = sql<boolean>`not exists (
  select from enrollments n
  where n.portal_id = m.portal_id and n.user_id = m.user_id and n.role = 'learner' and n.ended_at is null)`

const whoJoined = (tx: Tx, request: ReportRequest) => {
  const { course_id: courseId, manager_id: managerId } = request.query
  const { from, before } = spanOfDays(request.query, request.time_zone)
  const isPartner = request.role === 'partner'
  let rows = matchingPeople(tx, isPartner ? { ...request, scope: 'any' } : request, {
    ...(from && { joined_from: from }),
    ...(before && { joined_until: before }),
  })
  if (isPartner) rows = rows.where(ofCompany(request.user_id))
  if (courseId !== undefined)
    rows = rows.where(
      sql<boolean>`exists (
        select from enrollments e
        where e.portal_id = m.portal_id and e.user_id = m.user_id and e.course_id = ${courseId} and e.role = 'learner')`,
    )
  if (managerId !== undefined) {
    const manager = { portal_id: request.portal_id, user_id: managerId, role: 'manager', is_outside: false } as const
    rows = rows.where(
      sql<boolean>`exists (
        select from enrollments e
        where e.portal_id = m.portal_id and e.user_id = m.user_id and e.role = 'learner' and e.ended_at is null
          and ${assignedLearner(manager)})`,
    )
  }
  return rows
}

const withCourses = (rows: ReturnType<typeof whoJoined>) =>
  rows.select(
    sql<number>`(
      select count(*)::int from enrollments e
      where e.portal_id = m.portal_id and e.user_id = m.user_id and e.role = 'learner' and e.ended_at is null
    )`.as('courses'),
  )
type Row = Awaited<ReturnType<ReturnType<typeof withCourses>['execute']>>[number]

/** Who joined, and how many courses they take (API-016, REP-003). E-mails go to those who may open the people (API-023). */
export const joinedUsersReport: Report<Row> = {
  name: 'joined-users',
  title: 'Joined users',
  text: 'Who joined when, and how many courses they take.',
  date: 'Joined',
  filters: ['course_id', 'manager_id'],
  figures: [
    { key: 'total', label: 'Joined', state: null },
    { key: 'not_enrolled', label: 'Not in a course', state: 'not_enrolled', when: () => NOT_ENROLLED },
  ],
  series: ['total'],
  columns: ({ sees_emails: hasEmails }) => [
    { title: 'Name', value: displayName },
    ...(hasEmails ? [{ title: 'E-mail', value: (row: Row) => row.email ?? '', as: 'email' as const }] : []),
    {
      title: 'Roles',
      value: (row) =>
        rolesShown(row)
          .map((role: Role) => ROLES[role].name)
          .join(', '),
    },
    { title: 'Courses', value: (row) => row.courses, as: 'number' },
    { title: 'Joined', value: (row) => row.joined_at, as: 'day' },
  ],
  rows: whoJoined,
  select: withCourses,
  id: 'm.user_id',
  moment: 'm.joined_at',
  direction: 'desc',
  endpoint: exportJoinedUsers,
  file: 'joined-users',
}
