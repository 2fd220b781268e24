import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListPart } from '#ui/app/list/list-part.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import styles from '../provisioning.module.css'
import { EVENTS_SPEC, type EventShown, eventsQuery } from '../queries.ts'

const REFRESH_MS = 10_000

const WORDS: Record<EventShown['kind'], { text: string; tone: 'success' | 'neutral' | 'warning' | 'danger' }> = {
  person_created: { text: 'Person added', tone: 'success' },
  person_changed: { text: 'Person changed', tone: 'neutral' },
  person_deactivated: { text: 'Person deactivated', tone: 'warning' },
  person_reactivated: { text: 'Person reactivated', tone: 'success' },
  person_removed: { text: 'Person removed', tone: 'warning' },
  group_created: { text: 'Group added', tone: 'success' },
  group_changed: { text: 'Group changed', tone: 'neutral' },
  group_removed: { text: 'Group removed', tone: 'warning' },
  refused: { text: 'Rejected', tone: 'danger' },
}

/** What the provider did in the last 90 days, and what was refused (PRV-016). */
export function Events() {
  const api = useApi()
  const address = useListState(EVENTS_SPEC)
  const result = useQuery({
    ...eventsQuery(api, { ...address.query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  return (
    <ListPart title="Provisioning activity">
      <ListScreen<EventShown>
        label="Provisioning activity"
        address={address}
        result={result}
        searchLabel="Search names and details"
        filters={[
          {
            name: 'kind',
            label: 'About',
            options: [
              { value: 'people', label: 'People' },
              { value: 'groups', label: 'Groups' },
              { value: 'refused', label: 'Rejected' },
            ],
          },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => `${WORDS[row.kind].text}: ${row.subject}`}
        columns={[
          {
            key: 'subject',
            title: 'Who or what',
            role: 'main',
            cell: (row) => (
              <>
                <span className={styles.subject}>{row.subject}</span>
                {row.detail && <span className={styles.detail}>{row.detail}</span>}
              </>
            ),
          },
          {
            key: 'kind',
            title: 'What happened',
            cell: (row) => <Badge tone={WORDS[row.kind].tone}>{WORDS[row.kind].text}</Badge>,
          },
          {
            key: 'token_name',
            title: 'Token',
            role: 'secondary',
            cell: (row) => <span className={styles.token}>{row.token_name}</span>,
          },
          { key: 'created_at', title: 'When', cell: (row) => <TimeText value={row.created_at} /> },
        ]}
        empty={{
          title: 'No activity yet',
          text: 'People and groups that the provider adds, changes or removes are listed here for 90 days, with what was rejected and why.',
        }}
      />
    </ListPart>
  )
}
