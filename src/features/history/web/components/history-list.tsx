import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchExport } from '#features/exports/web/public.ts'
import { ChangeLines } from '#ui/app/history/change-lines.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { Filter, RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconArrowBackUp, IconDownload, IconHistory } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { isItems, PART_NAMES, PARTS_OF } from '../../rules/fields.ts'
import styles from '../history.module.css'
import { type Entry, historyQueries, type RestoreTarget, SPEC, type Subject } from '../queries.ts'
import { PastStateDialog } from './past-state-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

const filtersOf = ({ kind }: Subject): readonly Filter[] => [
  {
    name: 'part',
    label: kind === 'roles' ? 'Role' : 'Part',
    options: PARTS_OF[kind].map((value) => ({ value, label: PART_NAMES[value] })),
  },
  { label: 'Period', from: 'date_from', to: 'date_to' },
]

const nameOf = ({ made_by, changes }: Entry) => `${changes.map(({ label }) => label).join(', ')}, by ${made_by}`

type HistoryListProps = {
  subject: Subject
  /** What the history is about, at the beginning of a title. */
  name: string
  /** More that can be done with an entry. */
  actionsOf?: (entry: Entry) => RowAction[]
}

/** What changed, from what to what and by whom, the newest first, with what can be put back (HIS-007 to HIS-011). */
export function HistoryList({ subject, name, actionsOf }: HistoryListProps) {
  const api = useApi()
  const address = useListState(SPEC)
  const queries = historyQueries(api, subject)
  const result = useQuery({ ...queries.list({ ...address.query }), placeholderData: keepPreviousData })
  const [target, setTarget] = useState<RestoreTarget | null>(null)
  const [isLookingBack, setLookingBack] = useState(false)
  return (
    <>
      <ListScreen<Entry>
        label="History"
        searchLabel="Who changed it"
        address={address}
        result={result}
        filters={filtersOf(subject)}
        toolbar={
          <span className={styles.tools}>
            <Button variant="outline" icon={IconHistory} aria-haspopup="dialog" onClick={() => setLookingBack(true)}>
              As of a day
            </Button>
            <ExportHistory query={{ ...address.query, ...subject }} />
          </span>
        }
        rowKey={(entry) => entry.id}
        rowName={nameOf}
        rowActions={(entry) => [
          { label: 'Restore…', icon: IconArrowBackUp, run: () => setTarget({ change_id: entry.id }) },
          ...(actionsOf?.(entry) ?? []),
        ]}
        columns={[
          { key: 'changes', title: 'What changed', role: 'main', cell: (entry) => <Changes entry={entry} /> },
          { key: 'made_by', title: 'Who', cell: (entry) => entry.made_by },
          {
            key: 'created_at',
            title: 'When',
            isSortable: true,
            cell: (entry) => <TimeText value={entry.created_at} />,
          },
        ]}
        empty={{ title: 'Nothing changed yet', text: 'Every change from now on will be listed here for five years.' }}
      />
      {isLookingBack && (
        <PastStateDialog
          subject={subject}
          name={name}
          onClose={() => setLookingBack(false)}
          onRestore={(on) => {
            setLookingBack(false)
            setTarget({ on })
          }}
        />
      )}
      {target && (
        <RestoreDialog
          subject={subject}
          target={target}
          title={'on' in target ? `${name}: restore a day` : `${name}: restore one change`}
          onClose={() => setTarget(null)}
          onRestored={() => setTarget(null)}
        />
      )}
    </>
  )
}

function Changes({ entry }: { entry: Entry }) {
  const lines = entry.changes.map(({ field, label, from, to, is_forgotten: isForgotten }) => ({
    field: label,
    // The label says whether it was given or taken.
    ...(isItems(field) && (from === null || to === null) ? { from: null, to: to ?? from } : { from, to }),
    ...(isForgotten && { instead: 'Deleted with personal data' }),
  }))
  return (
    <span className={styles.entry}>
      <ChangeLines lines={lines} />
      {entry.restored !== null && <small>Restored: {entry.restored}</small>}
    </span>
  )
}

/** Downloads what the list shows, one row for each field (HIS-009). */
function ExportHistory({ query }: { query: Record<string, unknown> }) {
  const [isFetching, setFetching] = useState(false)
  const fetchIt = async () => {
    const filters = Object.entries(query).filter(([name, value]) => value && !['cursor', 'sort'].includes(name))
    setFetching(true)
    try {
      const path = `/api/v1/history/export?${new URLSearchParams(filters.map(([name, value]) => [name, String(value)]))}`
      if ((await fetchExport(path)) === 'started')
        toast.success('We are making the file. You will get a notification when it is ready.')
    } catch (error) {
      toast.error(error)
    } finally {
      setFetching(false)
    }
  }
  return (
    <Button variant="outline" icon={IconDownload} isLoading={isFetching} onClick={() => void fetchIt()}>
      Export
    </Button>
  )
}
