import { useSearch } from '@tanstack/react-router'
import { ListScreen } from '../app/list/list-screen.tsx'
import type { ListSpec } from '../app/list/list-state.ts'
import { useListState } from '../app/list/use-list-state.ts'
import { StatusBadge, wordOf } from '../app/status-badge.tsx'
import { IconDownload, IconMail, IconPencil, IconPlus, IconTrash } from '../icons.tsx'
import { confirm } from '../public/dialogs/confirm.tsx'
import { toast } from '../public/dialogs/toasts.tsx'
import { Button, LinkButton } from '../public/parts/button.tsx'
import { DateText } from '../public/parts/time.tsx'
import { optionsOf } from './options.ts'
import { answerOf, type Person } from './people.ts'

const SPEC: ListSpec = { filters: ['role', 'status'], sorts: ['name', 'courses', 'last_seen_at'], sort: 'name' }

/** A list screen; `state` in the query shows it loading, empty or failed. */
export function ListPart() {
  const address = useListState(SPEC)
  const { state } = useSearch({ strict: false }) as { state?: string }
  const data =
    state === 'loading' || state === 'error' ? undefined : state === 'empty' ? { data: [] } : answerOf(address.query)
  return (
    <ListScreen<Person>
      title="Users"
      text="Everybody who learns, teaches or manages in this portal."
      label="Users"
      actions={
        <LinkButton href="/users/create" icon={IconPlus}>
          Add user
        </LinkButton>
      }
      address={address}
      result={{
        data,
        error: state === 'error' ? new Error('x') : null,
        isPending: state === 'loading',
        isFetching: state === 'loading',
        refetch: () => toast.info('The list would be read again.'),
      }}
      columns={[
        { key: 'name', title: 'Name', role: 'main', isSortable: true, cell: (person) => person.name },
        { key: 'email', title: 'E-mail', role: 'secondary', cell: (person) => person.email },
        { key: 'role', title: 'Role', cell: (person) => wordOf(person.role) },
        { key: 'status', title: 'Status', cell: (person) => <StatusBadge status={person.status} /> },
        { key: 'courses', title: 'Courses', align: 'right', isSortable: true, cell: (person) => person.courses },
        {
          key: 'last_seen_at',
          title: 'Last seen',
          isSortable: true,
          cell: (person) => <DateText value={person.last_seen_at} />,
        },
      ]}
      rowKey={(person) => person.id}
      rowName={(person) => person.name}
      rowHref={(person) => `/users/${person.id}`}
      rowActions={(person) => [
        { label: 'Edit', icon: IconPencil, href: `/users/${person.id}` },
        { label: 'Send invitation', icon: IconMail, run: () => toast.success(`Invites for ${person.name} were sent!`) },
        { label: 'Delete', icon: IconTrash, isDanger: true, run: () => void confirm('delete') },
      ]}
      bulkActions={[
        {
          label: 'Send invitation',
          icon: IconMail,
          run: (people) => toast.success(`${people.length} invitations were sent.`),
        },
        { label: 'Delete', icon: IconTrash, isDanger: true, run: () => confirm('delete') },
      ]}
      filters={[
        { name: 'role', label: 'Role', options: optionsOf(['learner', 'manager', 'instructor']) },
        {
          name: 'status',
          label: 'Status',
          options: optionsOf(['active', 'in_progress', 'pending', 'overdue', 'blocked', 'completed']),
        },
      ]}
      searchLabel="Search name or e-mail"
      toolbar={
        <Button variant="outline" icon={IconDownload}>
          Export
        </Button>
      }
      empty={{
        title: 'No users yet',
        text: 'People you invite or enroll stand here.',
        action: <LinkButton href="/users/create">Add user</LinkButton>,
      }}
    />
  )
}
