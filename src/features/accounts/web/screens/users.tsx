import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/web/public.ts'
import { ROLE_NAMES, ROLES } from '#kernel/access/roles.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { listUsers } from '../../contract.ts'
import styles from '../accounts.module.css'
import { personPath } from '../paths.ts'

type Person = Wire<typeof listUsers>['data'][number]

export const USERS_SPEC: ListSpec = {
  filters: ['role', 'is_blocked'],
  sorts: ['name', 'email', 'joined_at'],
  sort: '-joined_at',
}

/** The list for an address, for the loader of the page. */
export const usersQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listUsers, { query: listQuery(readListState(search, USERS_SPEC), USERS_SPEC) as never })

const ROLE_OPTIONS = ROLE_NAMES.map((role) => ({ value: role, label: ROLES[role].name }))
const BLOCK_OPTIONS = [
  { value: 'false', label: 'Not blocked' },
  { value: 'true', label: 'Blocked' },
]

/** The people of the portal, for a manager those of their courses (USR-009, USR-040, ROL-047). */
export function UsersScreen({ actionsFor }: { actionsFor?: ((person: Person) => readonly RowAction[]) | undefined }) {
  const api = useApi()
  const { viewer } = useSession()
  const address = useListState(USERS_SPEC)
  const result = useQuery({
    ...api.query(listUsers, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const isManager = viewer?.current_role === 'manager'
  return (
    <ListScreen<Person>
      title={isManager ? 'Your people' : 'Users'}
      text={
        isManager
          ? 'The learners you look after, and those who manage or teach your courses with you.'
          : 'Everyone who learns, teaches or works here.'
      }
      actions={<ExportButton shown={{ kind: 'users', query: address.query }} />}
      label="Users"
      address={address}
      result={result}
      rowKey={(person) => person.id}
      rowName={(person) => person.display_name}
      rowHref={(person) => (person.id === viewer?.user_id ? '/profile/settings' : personPath(person))}
      rowActions={actionsFor}
      searchLabel="Search name or e-mail"
      filters={[
        { name: 'role', label: 'Role', options: ROLE_OPTIONS, isSearchable: false },
        { name: 'is_blocked', label: 'Block', options: BLOCK_OPTIONS },
      ]}
      columns={[
        { key: 'name', title: 'Name', role: 'main', isSortable: true, cell: (person) => person.display_name },
        {
          key: 'email',
          title: 'E-mail',
          isSortable: true,
          cell: (person) => <span className={styles.email}>{person.email}</span>,
        },
        { key: 'roles', title: 'Roles', cell: (person) => <Roles person={person} /> },
        {
          key: 'joined_at',
          title: 'Joined',
          isSortable: true,
          cell: (person) => <DateText value={person.joined_at} />,
        },
      ]}
      empty={{
        title: isManager ? 'Nobody here yet' : 'No users yet',
        text: isManager
          ? 'The people you enroll in your courses will be listed here.'
          : 'People who buy a course or are enrolled in one will be listed here.',
      }}
    />
  )
}

const Roles = ({ person }: { person: Person }) => (
  <span className={styles.roles}>
    {person.roles.map((role) => (
      <Badge key={role}>{ROLES[role].name}</Badge>
    ))}
    {person.is_blocked && <StatusBadge status="blocked" />}
  </span>
)
