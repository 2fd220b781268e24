import { MultiSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { dayOf } from '#kernel/format/day.ts'
import { withFilter } from '#ui/app/list/list-state.ts'
import { ListToolbar } from '#ui/app/list/list-toolbar.tsx'
import type { Filter } from '#ui/app/list/list-types.ts'
import { PartState } from '#ui/app/list/part-state.tsx'
import { type ListAddress, useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { DEBOUNCE, useDebounced } from '#ui/hooks/use-debounced.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { MORE_PEOPLE, sumText } from '../../rules/words.ts'
import { complianceQueries, MATRIX_SPEC, type Matrix, type Opened } from '../queries.ts'
import styles from '../screens/compliance.module.css'
import { ExportMenu } from './export-menu.tsx'
import { MatrixGrid } from './matrix-grid.tsx'
import { PeopleCards } from './people-cards.tsx'

const CrewDialog = lazy(() => import('./crew-dialog.tsx').then((file) => ({ default: file.CrewDialog })))
const ProofDrawer = lazy(() => import('./proof-drawer.tsx').then((file) => ({ default: file.ProofDrawer })))

const SHOW = [
  { value: 'cleared', label: 'Cleared' },
  { value: 'not_cleared', label: 'Not cleared' },
]
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Filters that have something to choose from. */
const filtersOf = ({ teams, sites, jobs, states }: Matrix): Filter[] =>
  [
    { name: 'show', label: 'Show', options: SHOW },
    { name: 'team_id', label: 'Team', options: teams, isSearchable: true },
    { name: 'site', label: 'Site', options: choices(sites) },
    { name: 'job', label: 'Job', options: choices(jobs) },
    { name: 'in_state', label: 'State', options: choices(states) },
  ].filter(({ options }) => options.length > 0)

/** The filters that are set, without the day. */
const crewQuery = ({ on: _, ...query }: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** What a crew is called at first: by where it works. */
const crewName = ({ team_id: team, site, job, in_state: state }: Record<string, string>, { teams }: Matrix): string => {
  const teamName = teams.find(({ value }) => value === team)?.label
  return [site, teamName && `Team ${teamName}`, job, state].filter(Boolean).join(' · ').slice(0, 60) || 'Crew'
}

/** People and requirements as of a day; a cell opens its proof (CMP-010). */
export function MatrixPart() {
  const api = useApi()
  const { portal } = useSession()
  const today = dayOf(useNow(), portal.setting.time_zone)
  const address = useListState(MATRIX_SPEC)
  const query = { ...address.state.filters, search: address.state.search }
  const { data, error, isFetching, refetch } = useQuery({
    ...complianceQueries(api).matrix(query),
    placeholderData: keepPreviousData,
  })
  const [crew, setCrew] = useState<Record<string, string> | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const matrix = data?.data
  if (!matrix) return <PartState query={{ data, error, refetch }} label="the matrix" lines={8} />
  return (
    <>
      <div className={styles.question}>
        <OnDay address={address} on={matrix.on} today={today} />
        <RequirementChoice address={address} />
      </div>
      <div className={styles.filters}>
        <ListToolbar address={address} filters={filtersOf(matrix)} searchLabel="Search people" />
      </div>
      <div className={styles.result}>
        <p className={styles.sum} role="status" aria-busy={isFetching}>
          {matrix.counts.people > 0 && sumText(matrix.counts, matrix.on, today)}
        </p>
        {matrix.people.length > 0 && (
          <ExportMenu query={query} onCrew={matrix.on === today ? () => setCrew(crewQuery(query)) : null} />
        )}
      </div>
      {matrix.has_more && (
        <Alert tone="warning">{MORE_PEOPLE} Choose a team or a site, or search, to see the others.</Alert>
      )}
      {matrix.people.length === 0 ? (
        <EmptyState
          title={matrix.counts.people === 0 ? 'No requirements applied to these people' : 'Nobody to show'}
          text="Choose another date or clear the filters."
        />
      ) : (
        <>
          <MatrixGrid matrix={matrix} onOpen={setOpened} />
          <PeopleCards matrix={matrix} onOpen={setOpened} />
        </>
      )}
      {crew && (
        <Suspense fallback={null}>
          <CrewDialog query={crew} name={crewName(crew, matrix)} onClose={() => setCrew(null)} />
        </Suspense>
      )}
      {opened && (
        <Suspense fallback={null}>
          <ProofDrawer opened={opened} on={matrix.on} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}

type OnDayProps = { address: ListAddress; on: string; today: string }

/** The day that is looked at; reported after a pause, because the browser takes each digit of a year for a year. */
function OnDay({ address: { state, change }, on, today }: OnDayProps) {
  const [text, setText] = useState(on)
  const sent = useRef(on)
  const show = (day: string) => change(withFilter(state, 'on', day === today ? null : day), { replace: true })
  const send = useDebounced((day: string) => {
    sent.current = day
    show(day)
  }, DEBOUNCE.query)
  useEffect(() => {
    if (on === sent.current) return
    sent.current = on
    setText(on)
  }, [on])
  return (
    <div className={styles.day}>
      <TextInput
        type="date"
        label="As of"
        value={text}
        onChange={(event) => {
          const { value } = event.currentTarget
          setText(value)
          if (value >= '1900') send.call(value)
        }}
        onBlur={send.flush}
      />
      {on !== today && (
        <Button
          variant="outline"
          onClick={() => {
            sent.current = today
            setText(today)
            show(today)
          }}
        >
          Today
        </Button>
      )}
    </div>
  )
}

/** Some of the requirements, for the question who was cleared for these. */
function RequirementChoice({ address: { state, change } }: { address: ListAddress }) {
  const { data } = useQuery(complianceQueries(useApi()).requirements())
  const options = (data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))
  if (options.length < 2) return null
  const chosen = (state.filters['requirements'] ?? '')
    .split(',')
    .filter((id) => options.some(({ value }) => value === id))
  return (
    <MultiSelect
      label="Requirements"
      placeholder={chosen.length === 0 ? 'All requirements' : undefined}
      data={options}
      value={chosen}
      onChange={(next) => change(withFilter(state, 'requirements', next.join(',') || null))}
      openOnFocus={false}
      searchable
      clearable
      nothingFoundMessage="Nothing found"
    />
  )
}
