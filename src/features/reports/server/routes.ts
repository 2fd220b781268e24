import { inNamedPortal, type PortalById } from '#features/accounts/server/api.ts'
import { requestFrom } from '#features/exports/server/api.ts'
import { isInGroup } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { addDays } from '#kernel/format/day.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { portalOptions, readOptions } from './options.ts'
import { readFigure, readFigures, readRows } from './read.ts'
import type { AnyReport, ReportQuery, ReportRequest } from './report.ts'
import { REPORTS, reportOf } from './reports.ts'
import { changeSchedule, makeSchedule, reachSchedule, removeSchedule, showSchedules } from './schedules.ts'
import { sendNow } from './send-reports.ts'

/** The figures of the index are of so many days. */
const INDEX_DAYS = 30

const requestOf = (ctx: SignedIn, query: ReportQuery): ReportRequest => requestFrom(ctx, ctx.scope, query)

const isOpenTo = (ctx: SignedIn, report: AnyReport): boolean => ctx.scope === 'any' || !report.is_for_all

/** What narrows a report for the viewer; over all portals there is no course or manager to choose. */
const filtersOf = (ctx: SignedIn, { filters }: AnyReport, query: ReportQuery = {}): AnyReport['filters'] =>
  query.portal_id === 'all' ? [] : filters.filter((filter) => filter !== 'manager_id' || ctx.scope === 'any')

const describe = (ctx: SignedIn, report: AnyReport, query?: ReportQuery) => {
  const { name, title, text, date, figures, file } = report
  return {
    name,
    title,
    text,
    date,
    export_kind: file,
    filters: [
      ...filtersOf(ctx, report, query),
      ...(isInGroup(ctx.viewer.current_role, 'super_admins') ? (['portal_id'] as const) : []),
    ],
    states: figures.flatMap(({ state, label }) => (state === null ? [] : [{ value: state, label }])),
  }
}

type Chosen = { query: ReportQuery; portalById: PortalById }

/**
 * Runs `work` where the filter says: in the portal of the call, in another one, or over all of them, which the log of the
 * portal of the call then says. All but super admins have their own portal alone (ROL-024, REP-032).
 */
const inChosen = async <T>(
  tx: Tx,
  ctx: SignedIn,
  { query, portalById }: Chosen,
  work: (there: SignedIn) => Promise<T>,
): Promise<T> => {
  const { portal_id } = query
  if (portal_id !== 'all') return inNamedPortal(tx, ctx, { portal_id, portalById }, work)
  if (!isInGroup(ctx.viewer.current_role, 'super_admins')) throw fail('not_your_portal')
  await logActivity(tx, ctx, { action: 'reports.all-portals' })
  return work(ctx)
}

/** The calls of reports: the index, and rows and sums of each. */
export const routes = ({ portalById, files }: Services): Route[] => [
  route(contract.listReports, async ({ tx, ctx }) => {
    const data = []
    for (const report of REPORTS.filter((one) => isOpenTo(ctx, one))) {
      const { today } = requestOf(ctx, {})
      const days = report.date === null || report.name === 'overdue' ? null : lastDays(today)
      data.push({
        ...describe(ctx, report),
        figure: await readFigure(tx, report, requestOf(ctx, days ?? {})),
        days,
      })
    }
    return { data }
  }),
  route(contract.showReport, ({ tx, ctx, params, query: { cursor, per_page, ...query } }) => {
    const report = openReport(ctx, params.report)
    return inChosen(tx, ctx, { query, portalById }, (there) =>
      readRows(tx, report, requestOf(there, query), { cursor, per_page }),
    )
  }),
  route(contract.showFigures, async ({ tx, ctx, params, query }) => {
    const report = openReport(ctx, params.report)
    const portals = await portalOptions(tx, { role: ctx.viewer.current_role })
    return inChosen(tx, ctx, { query, portalById }, async (there) => {
      const request = requestOf(there, query)
      return {
        data: {
          report: describe(ctx, report, query),
          ...(await readFigures(tx, report, request)),
          ...(await readOptions(tx, filtersOf(ctx, report, query), request)),
          portals,
        },
      }
    })
  }),
  route(contract.listReportSchedules, async ({ tx, ctx, query }) => ({
    data: await showSchedules(tx, ctx, openReport(ctx, query.report)),
  })),
  route(contract.createReportSchedule, async ({ tx, ctx, body }) => {
    openReport(ctx, body.report)
    return { data: await makeSchedule(tx, ctx, body) }
  }),
  route(contract.updateReportSchedule, async ({ tx, ctx, params, body }) => ({
    data: await changeSchedule(tx, ctx, params.id, body),
  })),
  route(contract.sendReportSchedule, async ({ tx, ctx, params }) => {
    const schedule = await reachSchedule(tx, ctx, params.id)
    return { data: { mails: await sendNow(tx, { portal: ctx.portal, files }, schedule, ctx.now) } }
  }),
  route(contract.deleteReportSchedule, async ({ tx, ctx, params }) => {
    await removeSchedule(tx, ctx, params.id)
    return undefined
  }),
]

const lastDays = (today: string) => ({ date_from: addDays(today, 1 - INDEX_DAYS), date_to: today })

const openReport = (ctx: SignedIn, name: AnyReport['name']): AnyReport => {
  const report = reportOf(name)
  if (!isOpenTo(ctx, report)) throw fail('not_found')
  return report
}
