import { sql } from 'kysely'
import { type Column, csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import { ROLES, type Role } from '#kernel/access/permissions.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import * as contract from '../contract.ts'
import { matchingPeople, type PeopleFilter, peopleFilterOf, rolesShown } from './people-list.ts'

const BY_ID = { sort: 'id', keys: [] as [], direction: 'desc' as const, id: 'm.user_id' }

type Person = Awaited<ReturnType<ReturnType<typeof matchingPeople>['execute']>>[number]
type Joined = Person & { courses: number }

const name: Column<Person> = { title: 'Name', value: displayName }
const email: Column<Person> = { title: 'E-mail', value: (row) => row.email }
const roles: Column<Person> = {
  title: 'Roles',
  value: (row) =>
    rolesShown(row)
      .map((role: Role) => ROLES[role].name)
      .join(', '),
}
const blocked: Column<Person> = {
  title: 'Blocked',
  value: (row) => row.is_blocked_here || row.is_blocked_everywhere,
}
const joined: Column<Person> = { title: 'Joined', value: (row) => row.joined_at }

const count = async (query: ReturnType<typeof matchingPeople>): Promise<number> => {
  const { rows } = await query.clearSelect().select(sql<number>`count(*)::int`.as('rows')).executeTakeFirstOrThrow()
  return rows
}

const listed = (tx: Tx, request: ExportRequest) => {
  const { ids, ...query } = request.query as Omit<PeopleFilter, 'ids'> & { ids?: string }
  const filter = peopleFilterOf(query, request.time_zone)
  return matchingPeople(tx, request, { ...filter, ...(ids && { ids: ids.split(',').map(Number) }) })
}

/** The people of the portal as their list shows them (USR-034). */
export const usersExport = csvExport<Person>({
  name: 'users',
  title: 'Users',
  text: 'Everyone you can see, with their roles.',
  endpoint: contract.exportUsers,
  file: 'users',
  count: (tx, request) => count(listed(tx, request)),
  columns: () => [name, email, roles, blocked, joined],
  page: (tx, request, at) => keysetPage(listed(tx, request), { ...at, ...BY_ID }),
})

type JoinedFilter = { date_from?: string; date_to?: string; course_id?: number }

/** A partner's people are the learners of the company's courses (ROL-027). */
const ofCompany = (userId: number) => sql<boolean>`exists (
  select from enrollments e join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    join partner_companies p on p.portal_id = c.portal_id and p.id = c.partner_company_id
  where e.portal_id = m.portal_id and e.user_id = m.user_id and e.role = 'learner' and p.user_id = ${userId})`

const whoJoined = (tx: Tx, request: ExportRequest) => {
  const { course_id: courseId, ...days } = request.query as JoinedFilter
  const { from, before } = spanOfDays(days, request.time_zone)
  const isPartner = request.role === 'partner'
  let query = matchingPeople(tx, isPartner ? { ...request, scope: 'any' } : request, {
    ...(from && { joined_from: from }),
    ...(before && { joined_until: before }),
  })
  if (isPartner) query = query.where(ofCompany(request.user_id))
  if (courseId !== undefined)
    query = query.where(
      sql<boolean>`exists (
        select from enrollments e
        where e.portal_id = m.portal_id and e.user_id = m.user_id and e.course_id = ${courseId} and e.role = 'learner')`,
    )
  return query
}

/**
 * The people who joined, and how many courses they take (API-016, REP-003). Only people who may open them get e-mails
 * (API-023).
 */
export const joinedUsersExport = csvExport<Joined>({
  name: 'joined-users',
  title: 'Joined users',
  text: 'Who joined when, and how many courses they take.',
  endpoint: contract.exportJoinedUsers,
  file: 'joined-users',
  count: (tx, request) => count(whoJoined(tx, request)),
  columns: ({ sees_emails: hasEmails }) => [
    name,
    ...(hasEmails ? [email] : []),
    roles,
    { title: 'Courses', value: (row) => row.courses },
    joined,
  ],
  page: (tx, request, at) =>
    keysetPage(
      whoJoined(tx, request).select(
        sql<number>`(
          select count(*)::int from enrollments e
          where e.portal_id = m.portal_id and e.user_id = m.user_id and e.role = 'learner' and e.ended_at is null
        )`.as('courses'),
      ),
      { ...at, ...BY_ID },
    ),
})
