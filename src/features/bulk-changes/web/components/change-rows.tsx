import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { Column } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { Person, TitleWithNote } from '#ui/app/person.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Badge, type Tone } from '#ui/public/parts/badge.tsx'
import { type Action, isMoving, OUTCOMES, type Outcome, outcomeNames } from '../../rules/actions.ts'
import styles from '../bulk-changes.module.css'
import { type Change, changeQueries, ROWS_SPEC, type Row } from '../queries.ts'
import { MailText } from './mail-text.tsx'
import { ResponseText } from './response-text.tsx'
import { StateText } from './state-text.tsx'

/** While a step is at work, its rows are read again after so long. */
const LOOK_AGAIN_MS = 2000

const TONES: Record<Outcome, Tone> = { changed: 'success', unchanged: 'neutral', refused: 'danger' }

const outcomeName = (action: Action, { outcome, result }: Row): string =>
  outcomeNames(action, result === null ? 'planned' : 'result')[result ?? outcome]

const reasonOf = (row: Row): string => (row.result === null ? row.reason : row.result_reason) ?? ''

/** A word with the reason for it below. */
const withReason = (word: ReactNode, reason: string | null) => (
  <TitleWithNote title={word} note={reason && <span className={styles.reason}>{reason}</span>} />
)

/** Credits as they change for the payer: used ones below zero. */
const creditsOf = ({ credits, outcome, result }: Row): string => {
  if ((result ?? outcome) !== 'changed' || credits === 0) return '0'
  return credits > 0 ? `−${formatNumber(credits)}` : `+${formatNumber(0 - credits)}`
}

const WHO: Column<Row>[] = [
  { key: 'user', title: 'Person', role: 'main', cell: ({ user }) => <Person user={user} /> },
  { key: 'course', title: 'Course', role: 'secondary', cell: ({ course }) => course.title },
]

const RESPONSE: Column<Row> = {
  key: 'response',
  title: 'Assignment',
  cell: (row) => <ResponseText {...row} />,
}

/** What a row does: dates before and after, or the e-mail that it sends. */
const effectOf = (action: Action): Column<Row>[] =>
  action === 'remind'
    ? [
        { key: 'before', title: 'Enrollment', cell: ({ before }) => <StateText state={before} /> },
        { key: 'mail', title: 'E-mail', cell: ({ mail }) => <MailText mail={mail} /> },
      ]
    : [
        { key: 'before', title: 'Before', cell: ({ before }) => <StateText state={before} /> },
        { key: 'after', title: 'After', cell: ({ after }) => <StateText state={after} /> },
      ]

const outcomeOf = (action: Action): Column<Row> => ({
  key: 'outcome',
  title: 'Outcome',
  cell: (row) =>
    withReason(<Badge tone={TONES[row.result ?? row.outcome]}>{outcomeName(action, row)}</Badge>, reasonOf(row)),
})

const CREDITS: Column<Row> = { key: 'credits', title: 'Credits', align: 'right', cell: creditsOf }

const UNDO: Column<Row> = {
  key: 'undo',
  title: 'Undo',
  cell: ({ undo, undo_reason: reason }) =>
    undo === null
      ? '–'
      : withReason(
          <Badge tone={undo === 'kept' ? 'warning' : 'success'}>{undo === 'kept' ? 'Stays' : 'Restored'}</Badge>,
          reason,
        ),
}

/** Every row with its effect, filtered by its outcome (BLK-018). */
export function ChangeRows({ one }: { one: Change }) {
  const address = useListState(ROWS_SPEC)
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const rows = changeQueries(useApi()).rows(one.id, search)
  const result = useQuery({
    ...rows,
    // Every step says something else of the same rows.
    queryKey: [...rows.queryKey, one.status],
    refetchInterval: isMoving(one.status) ? LOOK_AGAIN_MS : false,
    placeholderData: keepPreviousData,
  })
  const counts = one.results ?? one.counts
  const { action } = one
  const names = outcomeNames(action, one.results ? 'result' : 'planned')
  const hasCredits = action === 'enroll' || action === 'unenroll'
  const isUndone = one.status === 'undone' || one.status === 'undoing'
  return (
    <ListScreen<Row>
      label="Rows"
      address={address}
      result={result}
      rowKey={({ id }) => id}
      rowName={({ user }) => user.display_name}
      searchLabel={null}
      filters={[
        {
          name: 'outcome',
          label: 'Outcome',
          options: OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => ({
            value: outcome,
            label: `${names[outcome]} (${formatNumber(counts[outcome])})`,
          })),
          isSearchable: false,
        },
        ...(isUndone
          ? [
              {
                name: 'undo',
                label: 'Undo',
                options: [
                  { value: 'restored', label: `Restored (${formatNumber(one.restored)})` },
                  { value: 'kept', label: `Stays (${formatNumber(one.kept)})` },
                ],
                isSearchable: false,
              },
            ]
          : []),
      ]}
      columns={[
        ...WHO,
        ...(action === 'grade' ? [RESPONSE] : []),
        ...effectOf(action),
        outcomeOf(action),
        ...(hasCredits ? [CREDITS] : []),
        ...(isUndone ? [UNDO] : []),
      ]}
      empty={{ title: 'No rows', text: 'No row of this bulk change matches.' }}
    />
  )
}
