import { day, endpoint, id, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { COVERS } from './rules/covers.ts'
import { PERIODS } from './rules/schedule.ts'

/** The reports, in the order of their index (REP-015). */
export const REPORT_NAMES = [
  'enrollments',
  'completions',
  'overdue',
  'expiring',
  'certificates',
  'joined-users',
  'invitations',
  'searches',
] as const
export type ReportName = (typeof REPORT_NAMES)[number]
export const FILTER_NAMES = ['date_from', 'date_to', 'course_id', 'manager_id', 'portal_id', 'state'] as const

const days = { date_from: z.optional(day), date_to: z.optional(day) }
/** What narrows a report (REP-002); which of them one knows stands in its description. */
const filters = {
  ...days,
  course_id: z.optional(id),
  /** Learners assigned to this manager. */
  manager_id: z.optional(id),
  /** Another portal than that of the call, or all of them, for super admins (REP-032). */
  portal_id: z.optional(z.union([z.literal('all'), id])),
  /** The part of the rows that a figure counts. */
  state: z.optional(z.string().check(z.maxLength(40))),
}
const name = z.object({ report: z.enum(REPORT_NAMES) })

const Figure = z.object({
  key: z.string(),
  label: z.string(),
  value: z.int(),
  /** The `state` whose rows it counts; null for all of them. */
  state: z.nullable(z.string()),
})

const Option = z.object({ value: z.string(), label: z.string() })

const Description = z.object({
  name: z.enum(REPORT_NAMES),
  title: z.string(),
  /** What it answers. */
  text: z.string(),
  /** The name of its export in the exports dialog. */
  export_kind: z.string(),
  /** What its days are days of; null for a report about today. */
  date: z.nullable(z.string()),
  filters: z.array(z.enum(['course_id', 'manager_id', 'portal_id'])),
  states: z.array(Option),
})

/** The reports that the viewer may open, each with one figure of the last 30 days or of today (REP-015). */
export const listReports = endpoint({
  method: 'GET',
  path: '/reports',
  permission: 'reports.view',
  summary: 'List the reports with a figure of each',
  response: one(
    z.array(
      z.object({
        ...Description.shape,
        figure: Figure,
        /** The days that the figure is of. */
        days: z.nullable(z.object({ date_from: day, date_to: day })),
      }),
    ),
  ),
})

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** A page of the rows of a report, in the columns of its export (REP-009, REP-015). */
export const showReport = endpoint({
  method: 'GET',
  path: '/reports/:report',
  permission: 'reports.view',
  summary: 'The rows of a report, the newest first',
  params: name,
  is_read_only: false,
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    ...filters,
  }),
  response: z.object({
    ...page(
      z.object({
        id: z.int(),
        href: z.nullable(z.string()),
        /** The zone in which its days are counted: that of its portal. */
        time_zone: z.string(),
        cells: z.array(Cell),
      }),
    ).shape,
    columns: z.array(
      z.object({ title: z.string(), as: z.enum(['text', 'number', 'day', 'moment', 'last_day', 'email', 'status']) }),
    ),
  }),
  errors: ['not_found', 'not_your_portal', 'invalid'],
})

/** The sums of a report and the values of its chart, over all of its rows (REP-009, REP-016). */
export const showFigures = endpoint({
  method: 'GET',
  path: '/reports/:report/figures',
  permission: 'reports.view',
  summary: 'The sums of a report, and its chart',
  params: name,
  is_read_only: false,
  query: z.object(filters),
  response: one(
    z.object({
      report: Description,
      figures: z.array(Figure),
      chart: z.nullable(
        z.object({
          series: z.array(z.object({ key: z.string(), label: z.string() })),
          points: z.array(z.object({ from: day, to: day, label: z.string(), values: z.array(z.int()) })),
        }),
      ),
      /** The figures of each portal in their order, where all portals are shown (REP-032). */
      by_portal: z.nullable(z.array(z.object({ portal_id: z.int(), name: z.string(), values: z.array(z.int()) }))),
      /** What the filters offer. */
      courses: z.array(Option),
      managers: z.array(Option),
      portals: z.array(Option),
    }),
  ),
  errors: ['not_found', 'not_your_portal', 'invalid'],
})

const exportOptions = { permission: 'reports.view', gives: 'file', method: 'GET', is_read_only: false } as const
const query = z.object(filters)

export const exportEnrollments = endpoint({
  ...exportOptions,
  path: '/reports/enrollments/export',
  summary: 'Export enrollments as the report shows them, as CSV',
  query,
})
export const exportCompletions = endpoint({
  ...exportOptions,
  path: '/reports/completions/export',
  summary: 'Export completions as the report shows them, as CSV',
  query,
})
export const exportOverdue = endpoint({
  ...exportOptions,
  path: '/reports/overdue/export',
  summary: 'Export who is overdue as the report shows it, as CSV',
  query,
})
export const exportExpiring = endpoint({
  ...exportOptions,
  path: '/reports/expiring/export',
  summary: 'Export certificates that expire as the report shows them, as CSV',
  query,
})
export const exportCertificateList = endpoint({
  ...exportOptions,
  path: '/reports/certificates/export',
  summary: 'Export the list of certificates as the report shows it, as CSV',
  query,
})

/** Those who joined the portal in these days, with a course those of them who take it (API-016, REP-002, REP-010). */
export const exportJoinedUsers = endpoint({
  ...exportOptions,
  path: '/users/joined-user-export',
  summary: 'Export who joined, as CSV',
  query,
})

/** Who was invited to which course, and what became of it (API-016, REP-031). */
export const exportInvitations = endpoint({
  ...exportOptions,
  path: '/invites/export',
  summary: 'Export invitations as the report shows them, as CSV',
  query,
})

/** What people looked for in the course list, the newest first (API-016, REP-004). */
export const exportSearches = endpoint({
  ...exportOptions,
  path: '/searches/export',
  summary: 'Export the searches of the course list as CSV',
  query,
})

const Person = z.object({ id: z.int(), name: z.string() })
const rhythm = {
  period: z.enum(PERIODS),
  /** Of the portal's clock. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  /** 0 is Sunday; of a weekly schedule. */
  weekday: z.nullable(z.int().check(z.minimum(0), z.maximum(6))),
  /** Of a monthly schedule; a shorter month has it on its last day. */
  month_day: z.nullable(z.int().check(z.minimum(1), z.maximum(31))),
}

/** A report that is sent by mail (REP-021). */
export const ReportSchedule = z.object({
  id: z.int(),
  report: z.enum(REPORT_NAMES),
  covers: z.enum(COVERS),
  ...rhythm,
  format: z.enum(['csv', 'link']),
  is_paused: z.boolean(),
  /** The rhythm in words. */
  text: z.string(),
  next_due_at: time,
  last_sent_at: z.nullable(time),
  people: z.array(Person),
  course_id: z.nullable(z.int()),
  manager_id: z.nullable(z.int()),
  state: z.nullable(z.string()),
})

const scheduleBody = z.object({
  covers: z.enum(COVERS),
  ...rhythm,
  format: z.enum(['csv', 'link']),
  is_paused: z._default(z.boolean(), false),
  user_ids: z.array(z.int()).check(z.minLength(1), z.maxLength(20)),
  course_id: z._default(z.nullable(z.int()), null),
  manager_id: z._default(z.nullable(z.int()), null),
  state: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
})
const scheduleParams = z.object({ id })

export const listReportSchedules = endpoint({
  method: 'GET',
  path: '/report-schedules',
  permission: 'reports.view',
  summary: 'The schedules of a report, and who can get it',
  record: { kind: 'report-schedules', by: null, rows: { field: 'schedules', kind: 'report-schedule' } },
  query: z.object({ report: z.enum(REPORT_NAMES) }),
  response: one(
    z.object({
      schedules: z.array(ReportSchedule),
      /** Who may open the report, and so get it by mail. */
      people: z.array(Person),
      own_id: z.int(),
    }),
  ),
})

export const createReportSchedule = endpoint({
  method: 'POST',
  path: '/report-schedules',
  permission: 'reports.view',
  summary: 'Send a report by mail at an hour of the portal',
  is_closed_to_impersonation: true,
  body: z.extend(scheduleBody, { report: z.enum(REPORT_NAMES) }),
  response: one(ReportSchedule),
  errors: ['invalid', 'not_found', 'no_report_right'],
})

export const updateReportSchedule = endpoint({
  method: 'PUT',
  path: '/report-schedules/:id',
  permission: 'reports.view',
  summary: 'Change when and to whom a report is sent',
  record: { kind: 'report-schedule' },
  is_closed_to_impersonation: true,
  params: scheduleParams,
  body: scheduleBody,
  response: one(ReportSchedule),
  errors: ['invalid', 'not_found', 'no_report_right'],
})

export const deleteReportSchedule = endpoint({
  method: 'DELETE',
  path: '/report-schedules/:id',
  permission: 'reports.view',
  summary: 'Stop sending a report',
  is_closed_to_impersonation: true,
  params: scheduleParams,
  errors: ['not_found'],
})

export const sendReportSchedule = endpoint({
  method: 'POST',
  path: '/report-schedules/:id/send',
  permission: 'reports.view',
  summary: 'Send a scheduled report now, beside its due moments',
  is_closed_to_impersonation: true,
  limit: 10,
  params: scheduleParams,
  response: one(z.object({ mails: z.int() })),
  errors: ['not_found'],
})
