import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { listQuery, readListState } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { TitleWithNote } from '#ui/app/person.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import type { listHistory } from '../../contract.ts'
import { placeWord, purposeWord } from '../../rules/words.ts'
import styles from '../credits.module.css'
import { creditQueries, HISTORY_SPEC } from '../queries.ts'

type Movement = Wire<typeof listHistory>['data'][number]
type Option = { value: string; label: string }

const FIGURES: readonly Option[] = [
  { value: 'total', label: 'Total' },
  { value: 'remaining', label: 'Left' },
  { value: 'distributed', label: 'Handed out' },
  { value: 'used', label: 'Used' },
  { value: 'reserved', label: 'Reserved' },
]

/** Each value once, by its label. */
const optionsOf = (options: readonly (Option | null)[]): Option[] =>
  [...new Map(options.flatMap((option) => (option ? [[option.value, option] as const] : []))).values()].sort((a, b) =>
    a.label.localeCompare(b.label),
  )

const sign = (change: number) => (change > 0 ? `+${change}` : `−${-change}`)

/** Every movement of credits: who, why, from where to where (CRD-026, CRD-034), or those behind one figure (CRD-035). */
export function HistoryScreen() {
  const api = useApi()
  const address = useListState(HISTORY_SPEC)
  const { filters } = address.state
  const result = useQuery({ ...creditQueries(api).history({ ...address.query }), placeholderData: keepPreviousData })
  const courses = useQuery(creditQueries(api).all('course')).data?.data ?? []
  const managers = useQuery(creditQueries(api).all('manager')).data?.data ?? []
  const rows = result.data?.data ?? []
  const figure = FIGURES.find(({ value }) => value === filters.figure)
  // Somebody a row or a link has led to may hold no credits; the filter names them from the rows.
  const people = rows.flatMap(({ user, learner }) => [user, learner])
  const query = listQuery(readListState({ ...address.query, cursor: null }, HISTORY_SPEC), HISTORY_SPEC)
  return (
    <ListScreen<Movement>
      title={figure ? `Credit history: ${figure.label.toLowerCase()}` : 'Credit history'}
      text={
        figure
          ? 'The movements this figure is made of. The changes add up to it.'
          : 'Every movement of credits: who did it, why, and from where to where.'
      }
      actions={
        <LinkButton href="/admin/portal/credits" variant="outline">
          Portal credits
        </LinkButton>
      }
      label="Movements"
      address={address}
      result={result}
      searchLabel={null}
      filters={[
        { label: 'Period', from: 'date_from', to: 'date_to' },
        {
          name: 'course_id',
          label: 'Course',
          isSearchable: true,
          options: optionsOf(
            [...courses, ...rows].map(({ course }) => course && { value: String(course.id), label: course.title }),
          ),
        },
        {
          name: 'user_id',
          label: 'Person',
          isSearchable: true,
          options: optionsOf(
            [...managers.map(({ user }) => user), ...people].map(
              (user) => user && { value: String(user.id), label: user.display_name },
            ),
          ),
        },
        { name: 'figure', label: 'Figure', options: FIGURES },
      ]}
      toolbar={<ExportButton shown={{ kind: 'credit-history', query }} />}
      rowKey={(movement) => movement.id}
      rowName={(movement) => `${purposeWord(movement.purpose)}, movement ${movement.id}`}
      viewOf="credit-history"
      columns={[
        {
          key: 'purpose',
          title: 'What happened',
          role: 'main',
          cell: (movement) => <TitleWithNote title={purposeWord(movement.purpose)} note={movement.course?.title} />,
        },
        { key: 'created_at', title: 'When', isSortable: true, cell: ({ created_at: at }) => <DateText value={at} /> },
        { key: 'amount', title: 'Credits', align: 'right', cell: ({ amount }) => amount.toLocaleString('en-US') },
        ...(figure
          ? [
              {
                key: 'change',
                title: 'Change',
                align: 'right' as const,
                cell: ({ change }: Movement) => <strong className={styles.change}>{sign(change ?? 0)}</strong>,
              },
            ]
          : []),
        { key: 'from', title: 'From', optional: 'shown', cell: ({ from }) => placeWord(from) },
        { key: 'to', title: 'To', optional: 'shown', cell: ({ to }) => placeWord(to) },
        {
          key: 'learner',
          title: 'Learner',
          cell: ({ learner, invited_email: email }) => learner?.display_name || email || '–',
        },
        { key: 'actor', title: 'By', optional: 'shown', cell: ({ actor }) => actor?.display_name ?? 'Automatic' },
        {
          key: 'balance_after',
          title: 'Left after',
          optional: 'shown',
          align: 'right',
          role: 'secondary',
          cell: ({ balance_after: left }) => left.toLocaleString('en-US'),
        },
      ]}
      empty={{
        title: 'No movements yet',
        text: 'When credits are bought, given, used or returned, each movement will be listed here.',
      }}
    />
  )
}
