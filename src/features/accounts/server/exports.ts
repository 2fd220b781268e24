import { type Column, csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import { ROLES, type Role } from '#kernel/access/permissions.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { countRows, keysetPage } from '#platform/db/paging.ts'
import * as contract from '../contract.ts'
import { matchingPeople, type PeopleFilter, peopleFilterOf, rolesShown, usageColumns } from './people-list.ts'

const BY_ID = { sort: 'id', keys: [] as [], direction: 'desc' as const, id: 'm.user_id' }

type Person = Awaited<ReturnType<ReturnType<typeof matchingPeople>['execute']>>[number] & {
  last_active_at: Date | null
  current: number
  completed: number
}

const name: Column<Person> = { title: 'Name', value: displayName }
const email: Column<Person> = { title: 'E-mail', value: (row) => row.email ?? '' }
const badge: Column<Person> = { title: 'Badge number', value: (row) => row.badge_number ?? '' }
const externalId: Column<Person> = { title: 'External ID', value: (row) => row.external_id ?? '' }
const roles: Column<Person> = {
  title: 'Roles',
  value: (row) =>
    rolesShown(row)
      .map((role: Role) => ROLES[role].name)
      .join(', '),
}
/** The words of the list (USR-050). */
const status: Column<Person> = {
  title: 'Status',
  value: (row) => {
    if (row.left_at) return 'Left'
    if (row.is_blocked_here || row.is_blocked_everywhere) return 'Blocked'
    return row.last_active_at ? 'Active' : 'Not signed in yet'
  },
}
const courses: Column<Person> = {
  title: 'Courses',
  value: ({ current, completed }) =>
    [current > 0 && `${current} current`, completed > 0 && `${completed} completed`].filter(Boolean).join(', ') ||
    'None',
}
const lastActive: Column<Person> = { title: 'Last active', value: (row) => row.last_active_at }
const joined: Column<Person> = { title: 'Joined', value: (row) => row.joined_at }

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
  count: (tx, request, most) => countRows(tx, listed(tx, request), most),
  columns: () => [name, email, badge, externalId, roles, status, joined, courses, lastActive],
  page: (tx, request, at) => keysetPage(listed(tx, request).select(usageColumns(new Date())), { ...at, ...BY_ID }),
})
