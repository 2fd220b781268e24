import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ProfileFrame } from '#features/accounts/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listOwnActivity } from '../../contract.ts'
import { actionWords, changeWords } from '../../rules/words.ts'
import styles from './own-activity.module.css'

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
        rowName={(entry) => actionWords(entry.action)}
        columns={[
          {
            key: 'action',
            title: 'What',
            role: 'main',
            cell: (entry) => (
              <>
                {actionWords(entry.action)} {entry.is_impersonated && <Badge tone="warning">On your behalf</Badge>}
              </>
            ),
          },
          { key: 'changes', title: 'Details', role: 'secondary', cell: (entry) => <Changes entry={entry} /> },
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

const Changes = ({ entry }: { entry: Entry }) => (
  <span className={styles.changes}>
    {changeWords(entry.changes).map(([name, value]) => (
      <span key={name}>
        <em>{name}:</em> {value}
      </span>
    ))}
  </span>
)
