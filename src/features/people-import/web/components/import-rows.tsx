import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { formatNumber } from '#kernel/format.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { Column } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Badge, type Tone } from '#ui/public/parts/badge.tsx'
import { isMoving, OUTCOME_NAMES, OUTCOMES, type Outcome } from '../../rules/fields.ts'
import styles from '../import.module.css'
import { type Import, importQueries, ROWS_SPEC, type Row } from '../queries.ts'

/** While a step is at work, its rows are read again after so long. */
const LOOK_AGAIN_MS = 2000

const TONES: Record<Outcome, Tone> = {
  new: 'success',
  enrolled: 'success',
  changed: 'info',
  unchanged: 'neutral',
  repeated: 'warning',
  refused: 'danger',
}

const reasonOf = (row: Row): string => {
  if (row.undo === 'kept') return row.undo_reason ?? ''
  if (row.other_line !== null) return `Same as row ${formatNumber(row.other_line)}.`
  return (row.result === null ? row.reason : row.result_reason) ?? ''
}

const COLUMNS: Column<Row>[] = [
  { key: 'line', title: 'Row', cell: ({ line }) => formatNumber(line), width: 80 },
  {
    key: 'email',
    title: 'Person',
    role: 'main',
    cell: ({ email, name }) => (
      <span className={styles.person}>
        {email || name || '–'}
        {email && name && <small>{name}</small>}
      </span>
    ),
  },
  {
    key: 'outcome',
    title: 'Outcome',
    cell: ({ outcome, result }) => <Badge tone={TONES[result ?? outcome]}>{OUTCOME_NAMES[result ?? outcome]}</Badge>,
  },
  { key: 'reason', title: 'Details', cell: (row) => <span className={styles.reason}>{reasonOf(row) || '–'}</span> },
  { key: 'credits', title: 'Credits', align: 'right', cell: ({ credits }) => formatNumber(credits) },
]

const UNDO: Column<Row> = {
  key: 'undo',
  title: 'Undo',
  cell: ({ undo }) =>
    undo === null ? (
      '–'
    ) : (
      <Badge tone={undo === 'kept' ? 'warning' : 'neutral'}>{undo === 'kept' ? 'Stays' : 'Taken back'}</Badge>
    ),
}

/** Every row of the sheet with its outcome, filtered by it (USR-062, USR-065). */
export function ImportRows({ one }: { one: Import }) {
  const api = useApi()
  const address = useListState(ROWS_SPEC)
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const rows = importQueries(api).rows(one.id, search)
  const result = useQuery({
    ...rows,
    // Every step says something else of the same rows.
    queryKey: [...rows.queryKey, one.status],
    refetchInterval: isMoving(one.status) ? LOOK_AGAIN_MS : false,
    placeholderData: keepPreviousData,
  })
  const counts = one.results ?? one.counts
  const isUndone = one.status === 'undone' || one.status === 'undoing'
  return (
    <ListScreen<Row>
      label="Rows of the sheet"
      address={address}
      result={result}
      rowKey={({ id }) => id}
      rowName={({ line }) => `row ${line}`}
      searchLabel={null}
      filters={[
        {
          name: 'outcome',
          label: 'Outcome',
          options: OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => ({
            value: outcome,
            label: `${OUTCOME_NAMES[outcome]} (${formatNumber(counts[outcome])})`,
          })),
          isSearchable: false,
        },
        ...(one.different > 0
          ? [
              {
                name: 'is_different',
                label: 'Check',
                options: [{ value: 'true', label: `Different from the check (${formatNumber(one.different)})` }],
                isSearchable: false,
              },
            ]
          : []),
        ...(isUndone
          ? [
              {
                name: 'undo',
                label: 'Undo',
                options: [
                  { value: 'taken_back', label: `Taken back (${formatNumber(one.taken_back)})` },
                  { value: 'kept', label: `Stays (${formatNumber(one.kept)})` },
                ],
                isSearchable: false,
              },
            ]
          : []),
      ]}
      columns={isUndone ? [...COLUMNS, UNDO] : COLUMNS}
      empty={{ title: 'No rows yet', text: 'The rows of the sheet will be listed here.' }}
    />
  )
}
