// What the first page and the sums of each report cost in a portal with 1,000,000 enrollments (REP-019). Alone:
// node bench/reports.ts.
import pg from 'pg'
import { readFigures, readRows } from '#features/reports/server/read.ts'
import type { ReportQuery, ReportRequest } from '#features/reports/server/report.ts'
import { REPORTS } from '#features/reports/server/reports.ts'
import { createDb } from '#platform/db/db.ts'
import { withDatabase } from './database.ts'
import { interleaved, round } from './measure.ts'

const PORTAL = 9_500_001
const PEOPLE = 10_000
const COURSES = 100

/** Milliseconds of server time; the budget of each is 300. */
export type ReportFigures = Record<string, { first_page: number; sums: number }>

export const fill = async (client: pg.Client): Promise<{ course_id: number; manager_id: number }> => {
  const run = async (sql: string) => (await client.query(sql)).rows
  await run(`insert into portals (id, slug, name, status) values (${PORTAL}, 'bench-reports', 'Bench', 'active')`)
  await run(`insert into users (email) select 'r' || n || '@example.com' from generate_series(1, ${PEOPLE}) n`)
  await run(`insert into portal_users (portal_id, user_id, first_name, last_name, joined_at)
    select ${PORTAL}, id, 'Pat', 'Person' || id, now() - random() * interval '730 days' from users`)
  const [template] = await run(
    `insert into certificate_templates (portal_id, title, text) values (${PORTAL}, 'T', 'T') returning id`,
  )
  await run(`insert into courses (portal_id, slug, title)
    select ${PORTAL}, 'bench-' || n, 'Course ' || n from generate_series(1, ${COURSES}) n`)
  // Facts, callbacks and what an invitation is paid with play no part here.
  await run('set session_replication_role = replica')
  await run(`insert into enrollments (portal_id, user_id, course_id, role, manager_id, created_at, starts_at, started_at,
      completed_at, status, due_at, due_told_at, expires_at)
    select ${PORTAL}, user_id, course_id, 'learner', manager_id, at, at, case when r < 0.8 then at end,
      case when r < 0.6 then at + interval '9 days' end, case when r < 0.6 then 2 else 4 end,
      case when r > 0.4 then at + interval '60 days' end, case when r > 0.7 then at + interval '53 days' end,
      now() + interval '1 year'
    from (select u.user_id, c.id as course_id, random() r, now() - random() * interval '730 days' as at,
        (select min(user_id) from portal_users where portal_id = ${PORTAL}) + (c.id % 50) as manager_id
      from portal_users u, courses c where u.portal_id = ${PORTAL} and c.portal_id = ${PORTAL}) e`)
  await run(`insert into certificates (portal_id, number, user_id, course_id, related_id, template_id, holder_name,
      course_title, provider, design, is_automatic, issued_at, expires_at)
    select ${PORTAL}, 'B-' || e.id, e.user_id, e.course_id, e.id, ${template.id}, 'Pat Person', 'Course', 'Bench', '{}', true,
      e.completed_at, e.completed_at + interval '2 years'
    from enrollments e where e.portal_id = ${PORTAL} and e.completed_at is not null and e.id % 3 = 0`)
  await run(`insert into searches (portal_id, text, results, created_at)
    select ${PORTAL}, 'word ' || n, n % 40, now() - random() * interval '365 days' from generate_series(1, 100000) n`)
  await run(`insert into invitations (portal_id, course_id, manager_id, payer, email, status, failure, movement_id,
      enrollment_id, sent_at, expires_at, accepted_at, created_at, updated_at)
    select portal_id, course_id, manager_id, 'manager', 'i' || id || '@example.com', invited,
      case when invited = 6 then 'expired' end, id, case when invited = 2 then id end, created_at,
      created_at + interval '14 days', case when invited = 2 then created_at end, created_at, created_at
    from (select *, (array[2, 2, 2, 3, 4, 6])[1 + id / 5 % 6] as invited from enrollments
      where portal_id = ${PORTAL} and id % 5 = 0) e`)
  await run('reset session_replication_role')
  const [course] = await run(`select min(id) as id from courses where portal_id = ${PORTAL}`)
  const [manager] = await run(`select min(user_id) as id from portal_users where portal_id = ${PORTAL}`)
  return { course_id: Number(course.id), manager_id: Number(manager.id) }
}

/** Measures every report without filters, and enrollments by course, by manager and for some days. */
export const benchReports = (): Promise<ReportFigures> =>
  withDatabase(async ({ app, admin }) => {
    const owner = new pg.Client(admin)
    await owner.connect()
    const { course_id, manager_id } = await fill(owner)
    await owner.query('vacuum analyze')
    await owner.end()
    const db = createDb(app)
    const today = new Date().toISOString().slice(0, 10)
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const requestOf = (query: ReportQuery): ReportRequest => ({
      portal_id: PORTAL,
      user_id: 1,
      role: 'portal_admin',
      is_outside: false,
      scope: 'any',
      sees_emails: true,
      time_zone: 'America/New_York',
      today,
      asked_at: new Date().toISOString(),
      query,
    })
    const figures: ReportFigures = {}
    const cases: [string, string, ReportQuery][] = [
      ...REPORTS.map(({ name }): [string, string, ReportQuery] => [name, name, {}]),
      ['enrollments of a course', 'enrollments', { course_id }],
      ['enrollments of a manager', 'enrollments', { manager_id }],
      ['enrollments of 30 days', 'enrollments', { date_from: ago(30), date_to: today }],
      ['enrollments completed', 'enrollments', { state: 'completed' }],
    ]
    for (const [label, name, query] of cases) {
      const report = REPORTS.find((one) => one.name === name)
      if (!report) continue
      const request = requestOf(query)
      const page = { cursor: undefined, per_page: 20 }
      const times = await interleaved(
        {
          rows: () => db.withPortal(PORTAL, (tx) => readRows(tx, report, request, page), 'read only'),
          sums: () => db.withPortal(PORTAL, (tx) => readFigures(tx, report, request), 'read only'),
        },
        { rounds: 3, times: 3 },
      )
      figures[label] = { first_page: round(times.rows ?? 0, 1), sums: round(times.sums ?? 0, 1) }
    }
    await db.close()
    return figures
  })

if (import.meta.main) console.log(await benchReports())
