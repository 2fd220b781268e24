import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { ListPart } from '#ui/app/list/list-part.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useChangeSearch } from '#ui/hooks/use-change-search.ts'
import { IconEye } from '#ui/icons.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { CALLS_SPEC, type CallShown, callsQuery, type TwoWayApi } from '../queries.ts'
import styles from '../two-way-api.module.css'
import { CallBadge } from './call-badge.tsx'
import { CallDialog } from './call-dialog.tsx'

const REFRESH_MS = 10_000

/** The log of the last 30 days; the call that is open stands in the address (INT-039). */
export function Calls({ tokens }: { tokens: TwoWayApi['portal_tokens'] }) {
  const api = useApi()
  const address = useListState(CALLS_SPEC)
  const call = useOpenCall()
  const result = useQuery({
    ...callsQuery(api, { ...address.query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  return (
    <ListPart title="Calls">
      <ListScreen<CallShown>
        label="Calls"
        address={address}
        result={result}
        searchLabel="Search paths and request IDs"
        filters={[
          {
            name: 'portal_token_id',
            label: 'Token',
            options: tokens.map(({ id, name, hint }) => ({ value: String(id), label: `${name} …${hint}` })),
          },
          {
            name: 'status',
            label: 'Outcome',
            options: [
              { value: 'ok', label: 'Succeeded' },
              { value: 'failed', label: 'Failed or had rejected rows' },
            ],
          },
          { label: 'Period', from: 'date_from', to: 'date_to' },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.method} ${row.path}`}
        rowHref={(row) => call.hrefOf(row.id)}
        rowActions={(row) => [{ label: 'Details', icon: IconEye, href: call.hrefOf(row.id) }]}
        columns={[
          {
            key: 'path',
            title: 'Call',
            role: 'main',
            cell: (row) => (
              <code className={styles.address}>
                {row.method} {row.path.replace('/api/v1', '')}
              </code>
            ),
          },
          { key: 'status', title: 'Response', cell: (row) => <CallBadge call={row} /> },
          {
            key: 'token_name',
            title: 'Token',
            role: 'secondary',
            cell: (row) => (row.user ? `${row.token_name} of ${row.user.display_name}` : row.token_name),
          },
          {
            key: 'duration_ms',
            title: 'Duration',
            role: 'secondary',
            align: 'right',
            cell: (row) => `${row.duration_ms} ms`,
          },
          { key: 'created_at', title: 'When', cell: (row) => <TimeText value={row.created_at} /> },
        ]}
        empty={{
          title: 'No calls yet',
          text: 'Calls with a token are listed here for 30 days, each with its response.',
        }}
      />
      {call.id !== null && <CallDialog key={call.id} id={call.id} onClose={call.close} />}
    </ListPart>
  )
}

const useOpenCall = () => {
  const changeSearch = useChangeSearch()
  const search = useSearch({ strict: false }) as { call?: unknown }
  const { pathname, searchStr } = useLocation()
  const id = Number(search.call)
  const hrefOf = (call: number) => {
    const query = new URLSearchParams(searchStr)
    query.set('call', String(call))
    return `${pathname}?${query}`
  }
  const close = () => void changeSearch((before) => ({ ...before, call: undefined }), { replace: true })
  return { id: Number.isSafeInteger(id) && id > 0 ? id : null, hrefOf, close }
}
