import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import { IconPencil, IconPlus, IconTrash } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { deleteAnnouncement, listAnnouncements, listShownAnnouncements } from '../../contract.ts'
import { stateOf } from '../../rules/shown.ts'
import { AnnouncementDialog, AUDIENCE_NAMES } from '../components/announcement-dialog.tsx'
import styles from '../components/announcements.module.css'
import { ANNOUNCEMENTS_SPEC, type Announced } from '../queries.ts'

const AUDIENCE_OPTIONS = Object.entries(AUDIENCE_NAMES).map(([value, label]) => ({ value, label }))
const ACTIVE_OPTIONS = [
  { value: 'true', label: 'Switched on' },
  { value: 'false', label: 'Switched off' },
]

/** Everything the portal announces, with a dialog to make and change it (PRT-051, PRT-052, PRT-067). */
export function AnnouncementsScreen() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { portal } = useSession()
  const address = useListState(ANNOUNCEMENTS_SPEC)
  const result = useQuery({
    ...api.query(listAnnouncements, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const [edited, setEdited] = useState<Announced | 'new' | null>(null)
  const refresh = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => [listAnnouncements.path, listShownAnnouncements.path].includes(String(queryKey[0])),
    })
  const remove = useCall(deleteAnnouncement, { onSuccess: refresh, onError: (error) => void toast.error(error) })
  const ask = async (row: Announced) => {
    if (await confirm('delete')) remove.mutate({ params: { id: row.id } })
  }
  const add = (
    <Button icon={IconPlus} onClick={() => setEdited('new')}>
      New announcement
    </Button>
  )
  const now = useNow()
  return (
    <>
      <ListScreen<Announced>
        title="Announcements"
        text={`What ${portal.name} tells learners and managers on their dashboards, or everyone as a banner.`}
        actions={add}
        label="Announcements"
        address={address}
        result={result}
        rowKey={(row) => row.id}
        rowName={(row) => row.title}
        rowActions={(row) => [
          { label: 'Edit', icon: IconPencil, run: () => setEdited(row) },
          { label: 'Delete', icon: IconTrash, isDanger: true, run: () => void ask(row) },
        ]}
        searchLabel="Search titles"
        filters={[
          { name: 'audience', label: 'For', options: AUDIENCE_OPTIONS },
          { name: 'is_active', label: 'State', options: ACTIVE_OPTIONS },
        ]}
        columns={[
          {
            key: 'title',
            title: 'Announcement',
            role: 'main',
            cell: (row) => (
              <span className={styles.words}>
                <strong>{row.title}</strong>
                <span className={styles.excerpt}>{row.text}</span>
              </span>
            ),
          },
          { key: 'audience', title: 'For', cell: (row) => AUDIENCE_NAMES[row.audience] },
          { key: 'state', title: 'State', cell: (row) => <StatusBadge status={stateOf(row, now)} /> },
          {
            key: 'starts_at',
            title: 'From',
            role: 'secondary',
            cell: (row) => (row.starts_at ? <DateText value={row.starts_at} /> : 'At once'),
          },
          {
            key: 'ends_at',
            title: 'Until',
            cell: (row) => (row.ends_at ? <DateText value={row.ends_at} /> : 'No end'),
          },
        ]}
        empty={{
          title: 'Nothing announced yet',
          text: 'Tell learners about new courses, managers about changes, or everyone about maintenance.',
          action: add,
        }}
      />
      {edited && (
        <AnnouncementDialog
          key={edited === 'new' ? 'new' : edited.id}
          announcement={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => void refresh()}
        />
      )}
    </>
  )
}
