import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import {
  FILTER_NAMES,
  listReportSchedules,
  listReports,
  type ReportName,
  showFigures,
  showReport,
} from '../contract.ts'

export type ReportSummary = Wire<typeof listReports>['data'][number]
export type ReportRows = Wire<typeof showReport>
export type ReportRow = ReportRows['data'][number]
export type ReportColumnShown = ReportRows['columns'][number]
export type ReportFigures = Wire<typeof showFigures>['data']
export type Schedules = Wire<typeof listReportSchedules>['data']
export type ScheduleShown = Schedules['schedules'][number]
export type Chart = NonNullable<ReportFigures['chart']>

/** What a schedule takes over from the list: its filters without the days. */
export type Narrowing = { course_id: number | null; manager_id: number | null; state: string | null }

/** What the address narrows a report by. */
export const REPORT_SPEC: ListSpec = { filters: FILTER_NAMES }

type Search = Record<string, unknown>

/** The index, and the rows and sums of a report for an address. */
export const reportQueries = (api: Api) => ({
  index: () => api.query(listReports),
  rows: (report: ReportName, search: Search) =>
    api.query(showReport, {
      params: { report },
      query: listQuery(readListState(search, REPORT_SPEC), REPORT_SPEC) as never,
    }),
  figures: (report: ReportName, search: Search) =>
    api.query(showFigures, {
      params: { report },
      query: listQuery({ ...readListState(search, REPORT_SPEC), cursor: null }, REPORT_SPEC) as never,
    }),
  schedules: (report: ReportName) => api.query(listReportSchedules, { query: { report } }),
})
