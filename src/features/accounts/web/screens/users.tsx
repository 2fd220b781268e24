import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ROLE_NAMES, ROLES } from '#kernel/access/roles.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import type { BulkAction, Column, RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { EmailText } from '#ui/public/parts/email-text.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { listUsers } from '../../contract.ts'
import styles from '../accounts.module.css'
import { emailShown } from '../former-email.ts'
import { personPath } from '../paths.ts'

export type ListedPerson = Wire<typeof listUsers>['data'][number]
type Option = { value: string; label: string }

export const USERS_SPEC: ListSpec = {
  filters: ['role', 'tag_id', 'status', 'second_factor', 'date_from', 'date_to', 'portal_id'],
  sorts: ['name', 'email', 'joined_at'],
  sort: '-joined_at',
}
/** Under this name the columns and filters that a reader chose for this list are kept (USR-049). */
export const USERS_VIEW = 'users'

/** The list for an address, for the loader of the page. */
export const usersQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listUsers, { query: listQuery(readListState(search, USERS_SPEC), USERS_SPEC) as never })

const ROLE_OPTIONS = ROLE_NAMES.map((role) => ({ value: role, label: ROLES[role].name }))
const STATUS_OPTIONS = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
]
/** Whose role needs a second factor that they do not have (AUT-073). */
export const MISSING_SECOND_FACTOR = 'missing'
const SECOND_FACTOR_OPTIONS = [
  { value: MISSING_SECOND_FACTOR, label: 'Required, off' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]
const LEFT_OPTION = { value: 'left', label: 'Left the portal' }

type UsersScreenProps = {
  actionsFor?: ((person: ListedPerson) => readonly RowAction[]) | undefined
  bulkActions?: readonly BulkAction<ListedPerson>[] | undefined
  /** Buttons of the header: for adding, enrolling and exporting people. */
  actions?: ReactNode
  /** What the reader should know of these people. */
  notice?: ReactNode
  tags?: readonly Option[]
  /** Portals to look into, for super admins. */
  portals?: readonly Option[]
}

/** The people of the portal, for a manager those of their courses (USR-009, USR-040, ROL-047). */
export function UsersScreen({ actionsFor, bulkActions, actions, notice, tags = [], portals = [] }: UsersScreenProps) {
  const api = useApi()
  const { viewer } = useSession()
  const address = useListState(USERS_SPEC)
  const result = useQuery({
    ...api.query(listUsers, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const isManager = viewer?.current_role === 'manager'
  const elsewhere = address.state.filters['portal_id']
  const isReadOnly = elsewhere !== undefined || address.state.filters['status'] === LEFT_OPTION.value
  const hrefOf = (person: ListedPerson) => {
    if (elsewhere) return `/users/${person.id}/${elsewhere}/assign-roles`
    return person.id === viewer?.user_id ? '/profile/settings' : personPath(person)
  }
  return (
    <ListScreen<ListedPerson>
      title={isManager ? 'Your people' : 'Users'}
      text={
        isManager
          ? 'The learners you look after, and those who manage or teach your courses with you.'
          : 'Everyone who learns, teaches or works here.'
      }
      actions={actions}
      notice={notice}
      label="Users"
      address={address}
      result={result}
      rowKey={(person) => person.id}
      rowName={(person) => person.display_name}
      rowHref={hrefOf}
      rowActions={isReadOnly ? undefined : actionsFor}
      bulkActions={isReadOnly ? undefined : bulkActions}
      readPage={(cursor) =>
        api.call(listUsers, {
          query: { ...address.query, per_page: 100, cursor: cursor ?? undefined } as never,
        }) as never
      }
      viewOf={USERS_VIEW}
      searchLabel="Search name or e-mail"
      filters={[
        { name: 'role', label: 'Role', options: ROLE_OPTIONS, isSearchable: false },
        ...(tags.length > 0 ? [{ name: 'tag_id', label: 'Tag', options: tags }] : []),
        { name: 'status', label: 'Status', options: isManager ? STATUS_OPTIONS : [...STATUS_OPTIONS, LEFT_OPTION] },
        ...(isManager
          ? []
          : [
              {
                name: 'second_factor',
                label: 'Two-factor',
                options: SECOND_FACTOR_OPTIONS,
                isSearchable: false,
              },
            ]),
        { label: 'Joined', from: 'date_from', to: 'date_to' },
        ...(portals.length > 1 ? [{ name: 'portal_id', label: 'Portal', options: portals }] : []),
      ]}
      columns={isManager ? COLUMNS : [...COLUMNS, ...ownColumns(address.state.filters['second_factor'] !== undefined)]}
      empty={{
        title: isManager ? 'Nobody here yet' : 'No users yet',
        text: isManager
          ? 'The people you enroll in your courses will be listed here.'
          : 'People who buy a course or are enrolled in one will be listed here.',
        action: actions,
      }}
    />
  )
}

const COLUMNS: readonly Column<ListedPerson>[] = [
  {
    key: 'name',
    title: 'Name',
    role: 'main',
    isSortable: true,
    cell: (person) => (
      <span className={styles.name}>
        <Avatar name={person.display_name} src={person.avatar} size="sm" />
        {person.display_name}
      </span>
    ),
  },
  {
    key: 'email',
    title: 'E-mail',
    isSortable: true,
    optional: 'shown',
    cell: (person) => (
      <span className={styles.email}>
        {person.email === null && person.badge_number ? (
          `Badge ${person.badge_number}`
        ) : (
          <EmailText email={emailShown(person.email)} />
        )}
      </span>
    ),
  },
  { key: 'roles', title: 'Roles', optional: 'shown', cell: (person) => <Roles person={person} /> },
  {
    key: 'status',
    title: 'Status',
    optional: 'shown',
    cell: (person) => <Status person={person} />,
  },
  {
    key: 'joined_at',
    title: 'Joined',
    isSortable: true,
    optional: 'shown',
    cell: (person) => <DateText value={person.joined_at} />,
  },
]

/** What those who look after everybody see beside (USR-050, AUT-069). */
const ownColumns = (isAboutSignIn: boolean): readonly Column<ListedPerson>[] => [
  {
    key: 'courses',
    title: 'Courses',
    optional: 'shown',
    cell: ({ courses }) => <Courses courses={courses} />,
  },
  {
    key: 'last_active_at',
    title: 'Last active',
    optional: 'shown',
    cell: ({ last_active_at: at }) => (at ? <DateText value={at} /> : 'Never'),
  },
  {
    key: 'second_factor',
    title: 'Two-factor sign-in',
    // Under its own filter it is what the list is about.
    ...(!isAboutSignIn && { optional: 'hidden' as const }),
    cell: (person) => <SecondFactor person={person} />,
  },
  {
    key: 'username',
    title: 'Username',
    optional: 'hidden',
    role: 'secondary',
    cell: ({ username }) => username ?? '–',
  },
  { key: 'id', title: 'ID', optional: 'hidden', role: 'secondary', cell: ({ id }) => id },
]

/** On or off, and where one is required, until when. */
function SecondFactor({ person }: { person: ListedPerson }) {
  const { has_second_factor: hasOne, second_factor_due_at: dueAt } = person
  if (hasOne) return <Badge tone="success">On</Badge>
  if (!dueAt) return 'Off'
  const isOverdue = new Date(dueAt) <= new Date()
  return (
    <span className={styles.lines}>
      <Badge tone={isOverdue ? 'danger' : 'warning'}>{isOverdue ? 'Overdue' : 'Required'}</Badge>
      <span>
        {isOverdue ? 'since ' : 'by '}
        <DateText value={dueAt} />
      </span>
    </span>
  )
}

/** Those taken now and those completed, as far as there are any. */
function Courses({ courses }: Pick<ListedPerson, 'courses'>) {
  const { current = 0, completed = 0 } = courses ?? {}
  if (current + completed === 0) return 'None'
  return (
    <span className={styles.lines}>
      {current > 0 && <span>{current} current</span>}
      {completed > 0 && <span>{completed} completed</span>}
    </span>
  )
}

const Roles = ({ person }: { person: ListedPerson }) => (
  <span className={styles.roles}>
    {person.roles.length === 0 ? 'None' : person.roles.map((role) => <Badge key={role}>{ROLES[role].name}</Badge>)}
  </span>
)

/** Managers do not see when somebody was active, so that for them everybody who is not blocked is active. */
function Status({ person }: { person: ListedPerson }) {
  if (person.left_at) return <StatusBadge status="left" />
  if (person.is_blocked) return <StatusBadge status="blocked" />
  const isNew = person.courses !== null && person.last_active_at === null
  return isNew ? <StatusBadge status="invited" label="Not signed in yet" /> : <StatusBadge status="active" />
}
