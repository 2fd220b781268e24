import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ProfileFrame } from '#features/accounts/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listOwnActivity } from '../../contract.ts'
import { EntryText } from '../components/entry-text.tsx'

type Entry = Wire<typeof listOwnActivity>['data'][number]

const SPEC: ListSpec = { sorts: ['created_at'], sort: '-created_at' }

/** The list for an address, for the loader of the page. */
export const ownActivity = (api: Api, search: Record<string, unknown>) =>
  api.query(listOwnActivity, { query: listQuery(readListState(search, SPEC), SPEC) as never })

/** The own activity in this portal, the newest first. */
export function OwnActivityScreen() {
  const api = useApi()
  const address = useListState(SPEC)
  const result = useQuery({ ...ownActivity(api, { ...address.query }), placeholderData: keepPreviousData })
  return (
    <ProfileFrame title="Profile">
      <ListScreen<Entry>
        label="Activity"
        searchLabel={null}
        address={address}
        result={result}
        rowKey={(entry) => entry.id}
        rowName={(entry) => entry.text}
        columns={[
          {
            key: 'text',
            title: 'What you did',
            role: 'main',
            cell: (entry) => <EntryText entry={entry} impersonated="On your behalf" />,
          },
          { key: 'address', title: 'From', role: 'secondary', cell: (entry) => entry.address ?? '' },
          {
            key: 'created_at',
            title: 'When',
            isSortable: true,
            cell: (entry) => <TimeText value={entry.created_at} />,
          },
        ]}
        empty={{ title: 'Nothing yet', text: 'Your changes in this portal will be listed here.' }}
      />
    </ProfileFrame>
  )
}
