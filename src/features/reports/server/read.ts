import { startOfDay } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Cell } from '#platform/files/csv.ts'
import { periodsOf } from '../rules/periods.ts'
import { type AnyReport, type ReportRequest, requireState, totalsOf } from './report.ts'

const cellOf = (cell: Cell): string | number | boolean | null => {
  if (cell === undefined || cell === null) return null
  return cell instanceof Date ? cell.toISOString() : cell
}

/** A page of a report, in the columns of its export. */
export const readRows = async (
  tx: Tx,
  report: AnyReport,
  request: ReportRequest,
  at: { cursor: string | undefined; per_page: number },
) => {
  requireState(report, request)
  const columns = report.columns(request)
  const { data, meta } = await report.page(tx, request, at)
  return {
    data: data.map((row) => ({
      id: row.id as number,
      href: report.href?.(row, request) ?? null,
      cells: columns.map(({ value }) => cellOf(value(row))),
    })),
    meta,
    time_zone: request.time_zone,
    columns: columns.map(({ title, as }) => ({ title, as: as ?? ('text' as const) })),
  }
}

/** The figures of a report by its description. */
const figuresOf = (report: AnyReport, totals: Record<string, number>) =>
  report.figures.map((figure) => ({ ...figure, value: totals[figure.key] ?? 0 }))

/** The first figure of a report, which says most. */
export const readFigure = async (tx: Tx, report: AnyReport, request: ReportRequest) => {
  const [first] = figuresOf(report, totalsOf(report, await report.sums(tx, request, [])))
  if (!first) throw new TypeError(`The report ${report.name} has no figures`)
  return first
}

/** The sums of a report and its chart, from one reading of its rows. */
export const readFigures = async (tx: Tx, report: AnyReport, request: ReportRequest) => {
  requireState(report, request)
  const hasChart = report.series.length > 0
  const periods = hasChart ? periodsOf(request.query, request.today) : []
  const bounds = periods.map(({ from }) => startOfDay(from, request.time_zone))
  const sums = await report.sums(tx, request, bounds)
  const labelOf = (key: string) => report.figures.find((figure) => figure.key === key)?.label ?? key
  return {
    figures: figuresOf(report, totalsOf(report, sums)),
    chart: hasChart
      ? {
          series: report.series.map((key) => ({ key, label: labelOf(key) })),
          points: periods.map((period, index) => {
            const row = sums.find(({ bucket }) => bucket === index + 1)
            return { ...period, values: report.series.map((key) => row?.[key] ?? 0) }
          }),
        }
      : null,
  }
}
