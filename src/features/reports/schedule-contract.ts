import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { REPORT_NAMES } from './contract.ts'
import { COVERS } from './rules/covers.ts'
import { PERIODS } from './rules/schedule.ts'

const report = z.enum(REPORT_NAMES)
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
  report,
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

const body = z.object({
  covers: z.enum(COVERS),
  ...rhythm,
  format: z.enum(['csv', 'link']),
  is_paused: z._default(z.boolean(), false),
  user_ids: z.array(z.int()).check(z.minLength(1), z.maxLength(20)),
  course_id: z._default(z.nullable(z.int()), null),
  manager_id: z._default(z.nullable(z.int()), null),
  state: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
})
const params = z.object({ id })

export const listReportSchedules = endpoint({
  method: 'GET',
  path: '/report-schedules',
  permission: 'reports.view',
  summary: 'The schedules of a report, and who can get it',
  query: z.object({ report }),
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
  body: z.extend(body, { report }),
  response: one(ReportSchedule),
  errors: ['invalid', 'not_found', 'report_not_for_person'],
})

export const updateReportSchedule = endpoint({
  method: 'PUT',
  path: '/report-schedules/:id',
  permission: 'reports.view',
  summary: 'Change when and to whom a report is sent',
  is_closed_to_impersonation: true,
  params,
  body,
  response: one(ReportSchedule),
  errors: ['invalid', 'not_found', 'report_not_for_person'],
})

export const deleteReportSchedule = endpoint({
  method: 'DELETE',
  path: '/report-schedules/:id',
  permission: 'reports.view',
  summary: 'Stop sending a report',
  is_closed_to_impersonation: true,
  params,
  errors: ['not_found'],
})

export const sendReportSchedule = endpoint({
  method: 'POST',
  path: '/report-schedules/:id/send',
  permission: 'reports.view',
  summary: 'Send a scheduled report now, beside its due moments',
  is_closed_to_impersonation: true,
  limit: 10,
  params,
  response: one(z.object({ mails: z.int() })),
  errors: ['not_found'],
})
