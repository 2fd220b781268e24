import { csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import { isInGroup } from '#kernel/access/permissions.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Page } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import type { Cell } from '#platform/files/csv.ts'
import type { ReportName } from '../contract.ts'

/** Which rows of a report are wanted, and by whom; an `ExportRequest` whose query is that of a report. */
export type ReportRequest = Omit<ExportRequest, 'query'> & { query: ReportQuery }
export type ReportQuery = {
  date_from?: string | undefined
  date_to?: string | undefined
  course_id?: number | undefined
  manager_id?: number | undefined
  portal_id?: number | undefined
  state?: string | undefined
}

export type ReportColumn<Row> = {
  title: string
  value: (row: Row) => Cell
  /** How a screen shows it; a day of the portal for a moment that counts as one. */
  as?: 'number' | 'day' | 'moment' | 'last_day'
}

/** A sum over rows of the report. */
export type FigureOf = { key: string; label: string; state: string | null }

/** Sums of the rows of one stretch of the chart; `bucket` 0 lies before the first of its bounds. */
export type Sums = { bucket: number } & Record<string, number>

type At = { cursor: string | undefined; per_page: number }

/**
 * A report: one description of its rows, from which the screen, the export, the mail and the API are made (REP-015). `page`
 * reads rows and `sums` adds them up over the same query.
 */
export type Report<Row extends { id: number }> = {
  name: ReportName
  title: string
  text: string
  date: string | null
  filters: readonly ('course_id' | 'manager_id')[]
  /** True where nobody has rows of their own (ROL-051). */
  is_for_all?: boolean
  figures: readonly [FigureOf, ...FigureOf[]]
  /** Keys of the figures that the chart shows over time. */
  series: readonly string[]
  columns: (request: ReportRequest) => ReportColumn<Row>[]
  page: (tx: Tx, request: ReportRequest, at: At) => Promise<Page<Row>>
  /** Added up in stretches that begin at these moments; without any, all in one. */
  sums: (tx: Tx, request: ReportRequest, bounds: readonly Date[]) => Promise<Sums[]>
  href?: (row: Row, request: ReportRequest) => string | null
  endpoint: AnyEndpoint
  /** Name of its export and of the file. */
  file: string
  /** Its title among exports, where another one has that of the report. */
  export_title?: string
}
// biome-ignore lint/suspicious/noExplicitAny: a list of reports holds rows of every shape
export type AnyReport = Report<any>

/** The sums of all rows by their keys. */
export const totalsOf = (report: AnyReport, sums: readonly Sums[]): Record<string, number> =>
  Object.fromEntries(report.figures.map(({ key }) => [key, sums.reduce((sum, row) => sum + (row[key] ?? 0), 0)]))

/** Runs `work` in the portal that the filter names, for super admins (REP-002); days are days there. */
export const inChosenPortal = async <T>(
  tx: Tx,
  request: ReportRequest,
  work: (request: ReportRequest) => Promise<T>,
): Promise<T> => {
  const { portal_id: id } = request.query
  if (id === undefined || id === request.portal_id) return work(request)
  if (!isInGroup(request.role, 'super_admins')) throw fail('not_your_portal')
  return inPortal(tx, id, async () => {
    const portal = await tx.selectFrom('portals').select('time_zone').where('id', '=', id).executeTakeFirst()
    if (!portal) throw fail('not_found')
    return work({ ...request, portal_id: id, time_zone: portal.time_zone })
  })
}

/** A state that the report does not know is refused, so that nobody takes all rows for a part of them. */
export const requireState = (report: AnyReport, { query: { state } }: ReportRequest): void => {
  if (state !== undefined && !report.figures.some((figure) => figure.state === state))
    throw fail('invalid', { field: 'state' })
}

/** The export of a report: its rows, in its columns. */
export const exportOf = (report: AnyReport) =>
  csvExport({
    name: report.file,
    title: report.export_title ?? report.title,
    text: report.text,
    endpoint: report.endpoint,
    file: report.file,
    ...(report.is_for_all && { is_for_all: true }),
    count: async (tx, wish) => {
      requireState(report, wish)
      return inChosenPortal(tx, wish, async (request) => {
        const [first] = report.figures
        const whole = totalsOf(report, await report.sums(tx, request, []))
        return whole[first.key] ?? 0
      })
    },
    columns: (request) => report.columns(request),
    page: (tx, wish, at) => inChosenPortal(tx, wish, (request) => report.page(tx, request, at)),
  })
