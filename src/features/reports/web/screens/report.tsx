import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/web/public.ts'
import { formatNumber } from '#kernel/format.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { withFilters } from '#ui/app/list/list-state.ts'
import type { Column, Filter } from '#ui/app/list/list-types.ts'
import { type ListAddress, useListState } from '#ui/app/list/use-list-state.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { EmailText } from '#ui/public/parts/email-text.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { ReportName } from '../../contract.ts'
import { ByPortal } from '../components/by-portal.tsx'
import { ChartBox } from '../components/chart-box.tsx'
import { ScheduleButton } from '../components/schedule-dialog.tsx'
import { REPORT_SPEC, type ReportColumnShown, type ReportFigures, type ReportRow, reportQueries } from '../queries.ts'
import styles from './reports.module.css'

/** One report: its sums, its chart and its rows, narrowed by the address (REP-002, REP-015, REP-016). */
export function ReportScreen({ name }: { name: ReportName }) {
  const queries = reportQueries(useApi())
  const address = withoutLostFilters(useListState(REPORT_SPEC))
  const rows = useQuery({ ...queries.rows(name, { ...address.query }), placeholderData: keepPreviousData })
  const { data } = useQuery({ ...queries.figures(name, { ...address.query }), placeholderData: keepPreviousData })
  const shown = data?.data
  // The loader has read it; a later failure keeps what was shown.
  if (!shown) return null
  const { report } = shown
  const hrefOf = (values: Record<string, string | null>) => addressOf(name, address, values)
  return (
    <div className={styles.page}>
      <PageHeader
        title={report.title}
        text={report.text}
        crumbs={[{ label: 'Reports', href: '/reports' }, { label: report.title }]}
        actions={
          <>
            <ExportButton shown={{ kind: report.export_kind, query: address.query }} />
            {!address.state.filters.portal_id && <ScheduleButton report={report} narrowing={narrowingOf(address)} />}
          </>
        }
      />
      <Stats
        items={shown.figures.map(({ label, value, state }) => ({
          label,
          value: (
            <Anchor
              className={styles.stat}
              href={hrefOf({ state })}
              aria-label={`${label}: ${formatNumber(value)}, show them`}
              data-on={(address.state.filters.state ?? null) === state || undefined}
            >
              {formatNumber(value)}
            </Anchor>
          ),
        }))}
      />
      {shown.chart && <ChartBox title={`${report.title} over time`} chart={shown.chart} hrefOf={hrefOf} />}
      {shown.by_portal && <ByPortal report={shown} hrefOf={hrefOf} />}
      <ListScreen<ReportRow>
        label={report.title}
        address={address}
        result={rows}
        searchLabel={null}
        filters={filtersOf(shown)}
        rowKey={(row) => row.id}
        rowName={(row) => String(row.cells[0] ?? row.id)}
        rowHref={(row) => row.href ?? undefined}
        columns={columnsOf(rows.data?.columns ?? WAITING)}
        empty={{ title: 'Nothing to report yet', text: report.text }}
      />
    </div>
  )
}

/** Courses and managers belong to one portal: another portal begins without them. */
const withoutLostFilters = (address: ListAddress): ListAddress => ({
  ...address,
  change: (next, options) =>
    address.change(
      next.filters.portal_id === address.state.filters.portal_id
        ? next
        : withFilters(next, { course_id: null, manager_id: null }),
      options,
    ),
})

const numberOf = (text: string | undefined): number | null => (text ? Number(text) : null)

/** What a schedule takes over from the list: everything but the days. */
const narrowingOf = ({ state: { filters } }: ListAddress) => ({
  course_id: numberOf(filters.course_id),
  manager_id: numberOf(filters.manager_id),
  state: filters.state ?? null,
})

const WAITING: ReportColumnShown[] = [{ title: 'Loading', as: 'text' }]

/** The address of the report narrowed as it is now, with these filters beside; a null takes one away. */
const addressOf = (name: ReportName, { state }: ListAddress, values: Record<string, string | null>): string => {
  const next = withFilters(state, values)
  const query = new URLSearchParams(next.filters as Record<string, string>).toString()
  return query ? `/reports/${name}?${query}` : `/reports/${name}`
}

const filtersOf = ({ report, courses, managers, portals }: ReportFigures): Filter[] => [
  ...(report.date ? [{ label: report.date, from: 'date_from', to: 'date_to' }] : []),
  ...(report.states.length > 0 ? [{ name: 'state', label: 'Show', options: report.states }] : []),
  ...(report.filters.includes('course_id')
    ? [{ name: 'course_id', label: 'Course', options: courses, isSearchable: true }]
    : []),
  ...(report.filters.includes('manager_id')
    ? [{ name: 'manager_id', label: 'Manager', options: managers, isSearchable: true }]
    : []),
  ...(report.filters.includes('portal_id')
    ? [{ name: 'portal_id', label: 'Portal', options: portals, isSearchable: true }]
    : []),
]

const columnsOf = (columns: readonly ReportColumnShown[]): Column<ReportRow>[] =>
  columns.map(({ title, as }, index) => ({
    key: `c${index}`,
    title,
    ...(index === 0 ? { role: 'main' as const } : {}),
    ...(as === 'number' && { align: 'right' as const }),
    cell: (row) => <Cell value={row.cells[index] ?? null} as={as} zone={row.time_zone} />,
  }))

type CellProps = { value: ReportRow['cells'][number]; as: ReportColumnShown['as']; zone: string }

function Cell({ value, as, zone }: CellProps) {
  if (value === null || value === '') return <span aria-hidden="true">–</span>
  if (as === 'day' || as === 'last_day') return <DayText value={String(value)} isEnd={as === 'last_day'} zone={zone} />
  if (as === 'moment') return <TimeText value={String(value)} />
  if (as === 'email') return <EmailText email={String(value)} />
  if (as === 'status') return <span className={styles.status}>{value}</span>
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}
