import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { countRows, keysetPage } from '#platform/db/paging.ts'
import { type AnyReport, type FigureOf, type ReportRequest, type Rows, requireState } from './report.ts'

/** Sums of the rows of one stretch of the chart; `bucket` 0 lies before the first of its bounds. */
export type Sums = { bucket: number } & Record<string, number>

/** The rows of the state that is wanted. */
const matching = (tx: Tx, report: AnyReport, request: ReportRequest): Rows => {
  requireState(report, request)
  const rows = report.rows(tx, request)
  const part = report.figures.find(({ state }) => state !== null && state === request.query.state)
  return part && part.state !== null ? rows.where(part.when(request)) : rows
}

/** How many rows a report has, at most `most`. */
export const countOf = (tx: Tx, report: AnyReport, request: ReportRequest, most?: number): Promise<number> =>
  countRows(tx, matching(tx, report, request), most)

export type At = { cursor: string | undefined; per_page: number }

/** A page of the rows, in the order of their moments, which stand in `sorted_at` to the microsecond. */
export const pageOf = (tx: Tx, report: AnyReport, request: ReportRequest, at: At) => {
  const { moment, id, direction } = report
  const rows = report
    .select(matching(tx, report, request))
    .select(sql<string>`${sql.ref(moment)}::text`.as('sorted_at'))
  const keys = [{ name: 'sorted_at', expression: moment, type: 'timestamptz' as const }]
  return keysetPage(rows, { ...at, sort: moment, keys, direction, id })
}

const counted = (figure: FigureOf, request: ReportRequest): RawBuilder<number> =>
  figure.state === null
    ? sql<number>`count(*)::int`
    : sql<number>`(count(*) filter (where ${figure.when(request)}))::int`

/** Whether few rows are left of many, which another index than that of the days finds. */
const isNarrow = ({ scope, query }: ReportRequest): boolean =>
  scope === 'own' || query.course_id !== undefined || query.manager_id !== undefined

const arrayOf = (moments: readonly (Date | 'infinity' | '-infinity')[]) =>
  sql`${moments.map((moment) => (moment instanceof Date ? moment.toISOString() : moment))}::timestamptz[]`

/**
 * The figures of a report, added up in stretches that begin at these moments; without any, all in one. Of a whole portal each
 * stretch is read from the index of its days, since sorting a million rows into stretches takes twice as long.
 */
export const sumsOf = async (
  tx: Tx,
  report: AnyReport,
  request: ReportRequest,
  bounds: readonly Date[],
): Promise<Sums[]> => {
  const moment = sql.ref(report.moment)
  const sums = matching(tx, report, request)
    .clearSelect()
    .select(report.figures.map((figure) => counted(figure, request).as(figure.key)))
  if (bounds.length === 0) return [{ bucket: 0, ...(await sums.executeTakeFirstOrThrow()) }]
  if (isNarrow(request))
    return sums
      .select(sql<number>`width_bucket(${moment}, ${arrayOf(bounds)})`.as('bucket'))
      .groupBy('bucket')
      .execute()
  const stretch = sums.where(sql<boolean>`${moment} >= stretch.from_at and ${moment} < stretch.before`)
  const { rows } = await sql<Sums>`
    select (stretch.number - 1)::int as bucket, sums.*
    from unnest(${arrayOf(['-infinity', ...bounds])}, ${arrayOf([...bounds, 'infinity'])})
      with ordinality as stretch (from_at, before, number)
    cross join lateral (${stretch}) as sums`.execute(tx)
  return rows
}

/** The sums of all rows by their keys. */
export const totalsOf = (report: AnyReport, sums: readonly Sums[]): Record<string, number> =>
  Object.fromEntries(report.figures.map(({ key }) => [key, sums.reduce((sum, row) => sum + (row[key] ?? 0), 0)]))
