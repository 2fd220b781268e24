import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { ExportRequest } from '#features/exports/server/api.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Cell } from '#platform/files/csv.ts'
import type { ReportName } from '../contract.ts'

/** Which rows of a report are wanted, and by whom; an `ExportRequest` whose query is that of a report. */
export type ReportRequest = Omit<ExportRequest, 'query'> & { query: ReportQuery }
export type ReportQuery = {
  date_from?: string | undefined
  date_to?: string | undefined
  course_id?: number | undefined
  manager_id?: number | undefined
  portal_id?: number | 'all' | undefined
  state?: string | undefined
}

export type ReportColumn<Row> = {
  title: string
  value: (row: Row) => Cell
  /** How a screen shows it; a day of the portal for a moment that counts as one. */
  as?: 'number' | 'day' | 'moment' | 'last_day' | 'email' | 'status'
}

/** A sum of a report: of all its rows, or of the part that `state` opens. */
export type FigureOf = { key: string; label: string } & (
  | { state: null }
  | {
      state: string
      /** Which rows it counts, and which the state leaves. */
      when: (request: ReportRequest) => RawBuilder<boolean>
    }
)

// biome-ignore lint/suspicious/noExplicitAny: reports read tables of every shape
export type Rows<Row = any> = SelectQueryBuilder<any, any, Row>

/**
 * A report: one description of its rows, from which the screen, the export, the mail and the API are made (REP-015). Rows,
 * sums and counts are read from the one query of `rows`.
 */
export type Report<Row extends { id: number }> = {
  name: ReportName
  title: string
  text: string
  date: string | null
  filters: readonly ('course_id' | 'manager_id')[]
  /** True where nobody has rows of their own (ROL-051). */
  is_for_all?: boolean
  /** The first one is the number of its rows. */
  figures: readonly [FigureOf, ...FigureOf[]]
  /** Keys of the figures that the chart shows over time. */
  series: readonly string[]
  columns: (request: ReportRequest) => ReportColumn<Row>[]
  /** The rows of every state, within reach and filters. */
  rows: (tx: Tx, request: ReportRequest) => Rows
  /** Adds what columns show; the id is selected as `id`. */
  // biome-ignore lint/suspicious/noExplicitAny: each report knows the shape of its own rows
  select: (rows: any) => Rows<Row>
  /** SQL of what its days are days of; together with the id, rows are in its order. */
  moment: string
  id: string
  direction: 'asc' | 'desc'
  href?: (row: Row, request: ReportRequest) => string | null
  endpoint: AnyEndpoint
  /** Name of its export and of the file. */
  file: string
  /** Its title among exports, where another one has that of the report. */
  export_title?: string
}
// biome-ignore lint/suspicious/noExplicitAny: a list of reports holds rows of every shape
export type AnyReport = Report<any>

/** A state that the report does not know is refused, so that nobody takes all rows for a part of them. */
export const requireState = (report: AnyReport, { query: { state } }: ReportRequest): void => {
  if (state !== undefined && !report.figures.some((figure) => figure.state === state))
    throw fail('invalid', { field: 'state' })
}
