import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/web/public.ts'
import { TOPICS } from '#kernel/activity.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import type { Filter } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listActivity } from '../../contract.ts'
import { EntryText } from '../components/entry-text.tsx'
import { TOPIC_NAMES } from '../topics.ts'

type Entry = Wire<typeof listActivity>['data'][number]

const SPEC: ListSpec = { filters: ['topic', 'date_from', 'date_to'], sorts: ['created_at'], sort: '-created_at' }

const FILTERS: readonly Filter[] = [
  { name: 'topic', label: 'About', options: TOPICS.map((value) => ({ value, label: TOPIC_NAMES[value] })) },
  { label: 'Period', from: 'date_from', to: 'date_to' },
]

/** The log for an address, for the loader of the page. */
export const activityLog = (api: Api, search: Record<string, unknown>) =>
  api.query(listActivity, { query: listQuery(readListState(search, SPEC), SPEC) as never })

/** Who did what in the portal, the newest first, each in a sentence with what was changed (REP-014). */
export function ActivityLogScreen() {
  const api = useApi()
  const address = useListState(SPEC)
  const result = useQuery({ ...activityLog(api, { ...address.query }), placeholderData: keepPreviousData })
  return (
    <ListScreen<Entry>
      title="Activity log"
      text="Who did what in this portal. Entries are kept for five years and cannot be changed."
      actions={<ExportButton shown={{ kind: 'activity-log', query: address.query }} />}
      label="Activity"
      searchLabel="Who did it"
      address={address}
      result={result}
      filters={FILTERS}
      rowKey={(entry) => entry.id}
      rowName={(entry) => entry.text}
      columns={[
        {
          key: 'text',
          title: 'What happened',
          role: 'main',
          cell: (entry) => <EntryText entry={entry} impersonated="Working as someone else" />,
        },
        { key: 'topic', title: 'About', role: 'secondary', cell: (entry) => TOPIC_NAMES[entry.topic] },
        { key: 'address', title: 'From', role: 'secondary', cell: (entry) => entry.address ?? '' },
        { key: 'created_at', title: 'When', isSortable: true, cell: (entry) => <TimeText value={entry.created_at} /> },
      ]}
      empty={{ title: 'Nothing yet', text: 'Sign-ins and changes in this portal will be listed here.' }}
    />
  )
}
