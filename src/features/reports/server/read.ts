import { startOfDay } from '#kernel/format/day.ts'
import { decodeCursor, toPage } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Cell } from '#platform/files/csv.ts'
import { type Period, periodsOf } from '../rules/periods.ts'
import { everyPortal, inChosenPortal, inPlace, isOverAll, type Place } from './portals.ts'
import type { AnyReport, ReportColumn, ReportRequest } from './report.ts'
import { type At, pageOf, type Sums, sumsOf, totalsOf } from './sums.ts'

type ShownCell = string | number | boolean | null
/** A row as the screen and the export show it, in the columns of `titlesOf`. */
export type ShownRow = { id: number; sorted_at: string; href: string | null; time_zone: string; cells: ShownCell[] }

const PORTAL = 'Portal'

const cellOf = (cell: Cell): ShownCell => {
  if (cell === undefined || cell === null) return null
  return cell instanceof Date ? cell.toISOString() : cell
}

/** The columns of a report; over all portals the second one names the portal (REP-032). */
export const titlesOf = (report: AnyReport, request: ReportRequest): Omit<ReportColumn<never>, 'value'>[] => {
  const [first, ...rest] = report.columns(request)
  if (!first) throw new TypeError(`The report ${report.name} has no columns`)
  return isOverAll(request) ? [first, { title: PORTAL }, ...rest] : [first, ...rest]
}

/** A page of one portal; `portal` is the name that stands in its rows, if any. */
const pageIn = async (tx: Tx, report: AnyReport, request: ReportRequest, at: At, portal?: string) => {
  const columns = report.columns(request)
  const { data, meta } = await pageOf(tx, report, request, at)
  const rows = data.map((row): ShownRow => {
    const [first = null, ...rest] = columns.map(({ value }) => cellOf(value(row)))
    return {
      id: row.id,
      sorted_at: row.sorted_at,
      href: report.href?.(row, request) ?? null,
      time_zone: request.time_zone,
      cells: portal === undefined ? [first, ...rest] : [first, portal, ...rest],
    }
  })
  return { data: rows, meta }
}

/** The rows of all portals in one order: each portal is asked for a page, and the first of all of them are kept. */
const pageOverAll = async (tx: Tx, report: AnyReport, request: ReportRequest, { cursor, per_page: perPage }: At) => {
  const rows: ShownRow[] = []
  for (const place of await everyPortal(tx, request)) {
    const at = { cursor, per_page: perPage + 1 }
    const { data } = await inPlace(tx, request, place, (there) => pageIn(tx, report, there, at, place.name))
    rows.push(...data)
  }
  const decoded = cursor ? decodeCursor(cursor, report.moment) : null
  const isDown = (report.direction === 'desc') !== (decoded?.direction === 'prev')
  const compare = (one: ShownRow, other: ShownRow) =>
    one.sorted_at === other.sorted_at ? one.id - other.id : one.sorted_at < other.sorted_at ? -1 : 1
  rows.sort((one, other) => (isDown ? compare(other, one) : compare(one, other)))
  return toPage(rows.slice(0, perPage + 1), perPage, report.moment, decoded, ({ sorted_at, id }) => ({
    values: [sorted_at],
    id,
  }))
}

/** A page of a report, in the columns of its export. */
export const readRows = async (tx: Tx, report: AnyReport, request: ReportRequest, at: At) => ({
  ...(await (isOverAll(request) ? pageOverAll : pageIn)(tx, report, request, at)),
  columns: titlesOf(report, request).map(({ title, as }) => ({ title, as: as ?? ('text' as const) })),
})

/**
 * A page of an export. Over all portals it goes from one to the next, since nobody looks at a page alone there; the cursor
 * names the portal and the place in it.
 */
export const readExportPage = async (tx: Tx, report: AnyReport, request: ReportRequest, at: At) => {
  if (!isOverAll(request)) return inChosenPortal(tx, request, (there) => pageIn(tx, report, there, at))
  const places = await everyPortal(tx, request)
  const [, id, cursor] = /^(\d+):(.*)$/.exec(at.cursor ?? '') ?? []
  const index = id === undefined ? 0 : places.findIndex((place) => place.id === Number(id))
  const place = places[index]
  if (!place) return { data: [], meta: { next_cursor: null, prev_cursor: null } }
  const here = { cursor: cursor || undefined, per_page: at.per_page }
  const { data, meta } = await inPlace(tx, request, place, (there) => pageIn(tx, report, there, here, place.name))
  const next = meta.next_cursor ? place : places[index + 1]
  return { data, meta: { next_cursor: next ? `${next.id}:${meta.next_cursor ?? ''}` : null, prev_cursor: null } }
}

/** The figures of a report by its description. */
const figuresOf = (report: AnyReport, totals: Record<string, number>) =>
  report.figures.map(({ key, label, state }) => ({ key, label, state, value: totals[key] ?? 0 }))

/** The first figure of a report, which says most. */
export const readFigure = async (tx: Tx, report: AnyReport, request: ReportRequest) => {
  const [first] = figuresOf(report, totalsOf(report, await sumsOf(tx, report, request, [])))
  if (!first) throw new TypeError(`The report ${report.name} has no figures`)
  return first
}

const chartOf = (report: AnyReport, periods: readonly Period[], sums: readonly Sums[]) => {
  const labelOf = (key: string) => report.figures.find((figure) => figure.key === key)?.label ?? key
  return {
    series: report.series.map((key) => ({ key, label: labelOf(key) })),
    points: periods.map((period, index) => {
      const rows = sums.filter(({ bucket }) => bucket === index + 1)
      return { ...period, values: report.series.map((key) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0)) }
    }),
  }
}

type OfPortal = { place: Place; sums: Sums[] }

const sumsOverAll = async (
  tx: Tx,
  request: ReportRequest,
  read: (there: ReportRequest) => Promise<Sums[]>,
): Promise<OfPortal[]> => {
  const sums: OfPortal[] = []
  for (const place of await everyPortal(tx, request))
    sums.push({ place, sums: await inPlace(tx, request, place, read) })
  return sums
}

/** The sums of a report and its chart, from one reading of its rows; over all portals also the sums of each (REP-032). */
export const readFigures = async (tx: Tx, report: AnyReport, request: ReportRequest) => {
  const hasChart = report.series.length > 0
  const periods = hasChart ? periodsOf(request.query, request.today) : []
  const read = (there: ReportRequest) =>
    sumsOf(
      tx,
      report,
      there,
      periods.map(({ from }) => startOfDay(from, there.time_zone)),
    )
  const portals = isOverAll(request) ? await sumsOverAll(tx, request, read) : null
  const sums = portals ? portals.flatMap((portal) => portal.sums) : await read(request)
  return {
    figures: figuresOf(report, totalsOf(report, sums)),
    chart: hasChart ? chartOf(report, periods, sums) : null,
    by_portal:
      portals?.map(({ place, sums: own }) => {
        const totals = totalsOf(report, own)
        return { portal_id: place.id, name: place.name, values: report.figures.map(({ key }) => totals[key] ?? 0) }
      }) ?? null,
  }
}
