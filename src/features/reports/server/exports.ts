import { csvExport } from '#features/exports/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { everyPortal, inChosenPortal, inPlace, isOverAll } from './portals.ts'
import { readExportPage, type ShownRow, titlesOf } from './read.ts'
import type { AnyReport, ReportRequest } from './report.ts'
import { REPORTS } from './reports.ts'
import { countOf } from './sums.ts'

const countOverAll = async (tx: Tx, report: AnyReport, request: ReportRequest, most?: number): Promise<number> => {
  let rows = 0
  for (const place of await everyPortal(tx, request)) {
    if (most !== undefined && rows >= most) return most
    rows += await inPlace(tx, request, place, (there) => countOf(tx, report, there, most))
  }
  return most === undefined ? rows : Math.min(rows, most)
}

/** The export of a report: the rows of the screen, in its columns (REP-015). */
export const exportOf = (report: AnyReport) =>
  csvExport<ShownRow>({
    name: report.file,
    title: report.export_title ?? report.title,
    text: report.text,
    endpoint: report.endpoint,
    file: report.file,
    ...(report.is_for_all && { is_for_all: true }),
    count: (tx, request, most) =>
      isOverAll(request)
        ? countOverAll(tx, report, request, most)
        : inChosenPortal(tx, request, (there) => countOf(tx, report, there, most)),
    columns: (request) =>
      titlesOf(report, request).map(({ title }, index) => ({ title, value: ({ cells }) => cells[index] })),
    page: (tx, request, at) => readExportPage(tx, report, request, at),
  })

/** The exports of all reports. */
export const reportExports = REPORTS.map(exportOf)
