import { sql } from 'kysely'
import { addDays, dayOf, daysBetween, spanOfDays, startOfDay } from '#kernel/format/day.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { exportCompletions, exportEnrollments, exportOverdue } from '../../contract.ts'
import { ofManager, withinReach } from '../reach.ts'
import type { Report, ReportColumn, ReportRequest } from '../report.ts'

type Moment = 'created_at' | 'completed_at' | 'due_at'

const COMPLETED = sql<boolean>`e.completed_at is not null`
const IN_PROGRESS = sql<boolean>`(e.completed_at is null and e.started_at is not null)`
const NOT_STARTED = sql<boolean>`(e.completed_at is null and e.started_at is null)`

/** Learners in courses who are still in them; `moment` is what the days of the report are days of. */
const enrollmentsBy = (tx: Tx, request: ReportRequest, moment: Moment) => {
  const { query, time_zone: zone } = request
  const { from, before } = spanOfDays(query, zone)
  let rows = tx
    .selectFrom('enrollments as e')
    .where('e.portal_id', '=', request.portal_id)
    // As a literal, so that the index of learners alone serves it in every plan.
    .where('e.role', '=', sql.lit('learner') as never)
    .where('e.ended_at', 'is', null)
  if (request.scope === 'own') rows = rows.where(withinReach(request))
  if (query.manager_id !== undefined) rows = rows.where(ofManager(request))
  if (query.course_id !== undefined) rows = rows.where('e.course_id', '=', query.course_id)
  if (from) rows = rows.where(`e.${moment}`, '>=', from)
  if (before) rows = rows.where(`e.${moment}`, '<', before)
  return rows
}
type Matching = ReturnType<typeof enrollmentsBy>

/** The rows with everything that columns show. */
const withNames = (rows: Matching) =>
  rows
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'e.portal_id').onRef('c.id', '=', 'e.course_id'),
    )
    .innerJoin('people as p', (join) => join.onRef('p.portal_id', '=', 'e.portal_id').onRef('p.id', '=', 'e.user_id'))
    .leftJoin('portal_users as m', (join) =>
      join.onRef('m.portal_id', '=', 'e.portal_id').onRef('m.user_id', '=', 'e.manager_id'),
    )
    .select([
      'e.id',
      'e.created_at',
      'e.started_at',
      'e.completed_at',
      'e.due_at',
      'e.due_told_at',
      'c.title as course_title',
      'c.slug as course_slug',
      'p.first_name',
      'p.middle_name',
      'p.last_name',
      'p.username',
      'p.email',
      'e.user_id',
      'm.first_name as manager_first_name',
      'm.last_name as manager_last_name',
      'm.username as manager_username',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

const managerName = (row: Row): string =>
  [row.manager_first_name, row.manager_last_name].filter(Boolean).join(' ') || (row.manager_username ?? '')
const stateOf = (row: Row): string => (row.completed_at ? 'Completed' : row.started_at ? 'In progress' : 'Not started')

const name: ReportColumn<Row> = { title: 'Name', value: displayName }
const email: ReportColumn<Row> = { title: 'E-mail', value: (row) => row.email ?? '', as: 'email' }
const course: ReportColumn<Row> = { title: 'Course', value: (row) => row.course_title }
const manager: ReportColumn<Row> = { title: 'Manager', value: managerName }
const who = ({ sees_emails: hasEmails }: ReportRequest) => (hasEmails ? [name, email, course] : [name, course])

const ORDER = { select: withNames, id: 'e.id' } as const

/** Who was enrolled, and how far they are (REP-002). */
export const enrollmentsReport: Report<Row> = {
  name: 'enrollments',
  title: 'Enrollments',
  text: 'Who was enrolled in which course, and how far they are.',
  date: 'Enrolled',
  filters: ['course_id', 'manager_id'],
  figures: [
    { key: 'total', label: 'Enrollments', state: null },
    { key: 'completed', label: 'Completed', state: 'completed', when: () => COMPLETED },
    { key: 'in_progress', label: 'In progress', state: 'in_progress', when: () => IN_PROGRESS },
    { key: 'not_started', label: 'Not started', state: 'not_started', when: () => NOT_STARTED },
  ],
  series: ['total', 'completed'],
  columns: (request) => [
    ...who(request),
    { title: 'Status', value: stateOf, as: 'status' },
    { title: 'Manager', value: managerName },
    { title: 'Enrolled', value: (row) => row.created_at, as: 'day' },
    { title: 'Completed', value: (row) => row.completed_at, as: 'day' },
  ],
  rows: (tx, request) => enrollmentsBy(tx, request, 'created_at'),
  ...ORDER,
  moment: 'e.created_at',
  direction: 'desc',
  endpoint: exportEnrollments,
  file: 'enrollments',
}

const daysTaken = (row: Row): number | null =>
  row.completed_at
    ? Math.max(0, Math.round((row.completed_at.getTime() - row.created_at.getTime()) / 86_400_000))
    : null

/** Who finished which course, by the day of completion (REP-002). */
export const completionsReport: Report<Row> = {
  name: 'completions',
  title: 'Completions',
  text: 'Who completed which course, and how long it took.',
  date: 'Completed',
  filters: ['course_id', 'manager_id'],
  figures: [{ key: 'total', label: 'Completions', state: null }],
  series: ['total'],
  columns: (request) => [
    ...who(request),
    manager,
    { title: 'Enrolled', value: (row) => row.created_at, as: 'day' },
    { title: 'Completed', value: (row) => row.completed_at, as: 'day' },
    { title: 'Days', value: daysTaken, as: 'number' },
  ],
  rows: (tx, request) => enrollmentsBy(tx, request, 'completed_at').where('e.completed_at', 'is not', null),
  ...ORDER,
  moment: 'e.completed_at',
  direction: 'desc',
  endpoint: exportCompletions,
  file: 'completions',
}

const NEVER = sql<boolean>`e.due_told_at is null`
const longOverdue = ({ today, time_zone: zone }: ReportRequest) =>
  sql<boolean>`e.due_at < ${startOfDay(addDays(today, -30), zone)}`

/** Due on a day before today, not completed, and with access left to complete it. */
const overdue = (tx: Tx, request: ReportRequest) => {
  const start = startOfDay(request.today, request.time_zone)
  return enrollmentsBy(tx, request, 'due_at')
    .where('e.completed_at', 'is', null)
    .where('e.due_at', 'is not', null)
    .where('e.due_at', '<', start)
    .where('e.expires_at', '>', start)
}

/** How many enrollments the report of overdue ones lists, counted to `most`. */
export const countOverdue = async (tx: Tx, request: ReportRequest, most: number): Promise<number> => {
  const rows = await overdue(tx, request).select('e.id').limit(most).execute()
  return rows.length
}

/** Who should have completed a course by now, and when they were last reminded (REP-017). */
export const overdueReport: Report<Row> = {
  name: 'overdue',
  title: 'Overdue',
  text: 'Who has not completed a course by its due date, and when they were last reminded.',
  date: 'Due',
  filters: ['course_id', 'manager_id'],
  figures: [
    { key: 'total', label: 'Overdue', state: null },
    { key: 'over_30', label: 'More than 30 days', state: 'over_30', when: longOverdue },
    { key: 'never_reminded', label: 'Never reminded', state: 'never_reminded', when: () => NEVER },
  ],
  series: [],
  columns: (request) => [
    ...who(request),
    manager,
    { title: 'Status', value: stateOf, as: 'status' },
    { title: 'Due', value: (row) => row.due_at, as: 'day' },
    {
      title: 'Days overdue',
      value: (row) => (row.due_at ? daysBetween(dayOf(row.due_at, request.time_zone), request.today) : null),
      as: 'number',
    },
    { title: 'Last reminder', value: (row) => row.due_told_at, as: 'day' },
  ],
  rows: overdue,
  ...ORDER,
  moment: 'e.due_at',
  direction: 'asc',
  endpoint: exportOverdue,
  file: 'overdue',
}
