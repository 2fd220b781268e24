// What the matrix of 2,000 people and 100 requirements costs (CMP-007). Alone: node bench/compliance.ts.
import pg from 'pg'
import * as contract from '#features/compliance/contract.ts'
import { showMatrix } from '#features/compliance/server/matrix.ts'
import { z } from '#kernel/schema.ts'
import { createDb } from '#platform/db/db.ts'
import { withDatabase } from './database.ts'
import { interleaved, round } from './measure.ts'

const PORTAL = 9_600_001
const PEOPLE = 2000
const REQUIREMENTS = 100

/** Milliseconds of server time, with the answer as JSON. */
export type ComplianceFigures = Record<string, number>

/** Each person is enrolled in three of four courses, one of four of them twice, and completed three of four enrollments. */
const fill = async (client: pg.Client): Promise<void> => {
  const run = (sql: string) => client.query(sql)
  await run(`insert into portals (id, slug, name, status) values (${PORTAL}, 'bench-compliance', 'Bench', 'active')`)
  await run(`insert into users (email) select 'c' || n || '@example.com' from generate_series(1, ${PEOPLE}) n`)
  await run(`insert into portal_users (portal_id, user_id, first_name, last_name, state, joined_at)
    select ${PORTAL}, id, 'Pat', 'Person' || id, (array['TX', 'OH', 'CA'])[1 + id % 3], now() - interval '3 years' from users`)
  await run(`insert into portal_user_roles (portal_id, user_id, role, created_at)
    select ${PORTAL}, user_id, 'learner', joined_at from portal_users where portal_id = ${PORTAL}`)
  for (const [kind, modulo] of [
    ['site', 12],
    ['job', 25],
  ] as const)
    await run(`insert into compliance_facts (portal_id, user_id, kind, day, value)
      select ${PORTAL}, user_id, '${kind}', current_date - 900 + n * 300, '${kind} ' || (user_id + n) % ${modulo}
      from portal_users, generate_series(0, 2) n where portal_id = ${PORTAL}`)
  await run(`insert into courses (portal_id, slug, title)
    select ${PORTAL}, 'bench-' || n, 'Course ' || n from generate_series(1, ${REQUIREMENTS}) n`)
  await run(`insert into training_requirements (portal_id, kind, course_id, created_at)
    select portal_id, case when id % 2 = 0 then 'course' else 'certificate' end, id, now() from courses
    where portal_id = ${PORTAL}`)
  await run(`insert into training_requirement_terms (portal_id, requirement_id, from_day, title, sites, valid_months, grace_days, created_at)
    select portal_id, id, current_date - 800 + n * 400, 'Requirement ' || id,
      case when id % 10 = 0 then array['site 1', 'site 2', 'site 3', 'site 4'] else '{}' end, 24, 14, now()
    from training_requirements, generate_series(0, 1) n where portal_id = ${PORTAL}`)
  // One of five requirements has a refresher, which is also the course of another one.
  await run(`insert into training_requirement_refreshers (portal_id, terms_id, course_id, position)
    select t.portal_id, t.id, (select c.id from courses c where c.portal_id = r.portal_id and c.id <> r.course_id
      order by c.id > r.course_id desc, c.id limit 1), 1
    from training_requirement_terms t join training_requirements r on r.portal_id = t.portal_id and r.id = t.requirement_id
    where t.portal_id = ${PORTAL} and r.id % 5 = 0`)
  // The triggers write one fact after the other; here they come at once, as the triggers would have written them.
  await run('set session_replication_role = replica')
  await run(`insert into compliance_records (portal_id, user_id, course_id, enrollment_id, opened_day, completed_day, held_day, until_day)
    select ${PORTAL}, user_id, course_id, row_number() over (), day, case when r < 0.75 then day + 9 end,
      case when r < 0.7 then day + 10 end, case when r < 0.7 then day + 740 end
    from (select u.user_id, c.id as course_id, random() r, current_date - (random() * 900)::int as day
      from portal_users u, courses c, generate_series(1, 2) turn
      where u.portal_id = ${PORTAL} and c.portal_id = ${PORTAL} and random() < 0.5) e`)
  await run(`insert into compliance_facts (portal_id, user_id, kind, day, until_day, course_id, enrollment_id)
    select r.portal_id, r.user_id, k.kind, k.day, k.until_day, r.course_id, r.enrollment_id
    from compliance_records r, lateral (values ('enrolled', r.opened_day, null::date), ('completed', r.completed_day, null),
      ('certificate_issued', r.held_day, r.until_day)) as k (kind, day, until_day)
    where r.portal_id = ${PORTAL} and k.day is not null`)
  await run('reset session_replication_role')
}

/** Measures the whole matrix today and a year ago, one site of it, and a search. */
export const benchCompliance = (): Promise<ComplianceFigures> =>
  withDatabase(async ({ app, admin }) => {
    const owner = new pg.Client(admin)
    await owner.connect()
    await fill(owner)
    await owner.query('vacuum analyze')
    const { rows } = await owner.query(`select count(*)::int as records from compliance_records`)
    await owner.end()
    const db = createDb(app)
    const today = new Date().toISOString().slice(0, 10)
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const at = { portal_id: PORTAL, reach: null, time_zone: 'America/New_York' }
    const cases: Record<string, object> = {
      today: {},
      'a year ago': { on: ago(365) },
      'in a year': { on: ago(-365) },
      'not cleared': { show: 'not_cleared' },
      'a site': { site: 'site 3' },
    }
    const figures: ComplianceFigures = { records: rows[0].records }
    for (const [label, query] of Object.entries(cases)) {
      const read = async () => {
        const data = await db.withPortal(
          PORTAL,
          (tx) => showMatrix(tx, at, { on: today, show: 'all', ...query }),
          'read only',
        )
        return JSON.stringify(z.encode(contract.showMatrix.response, { data }))
      }
      const times = await interleaved({ read }, { rounds: 3, times: 3 })
      figures[label] = round(times.read ?? 0, 1)
    }
    await db.close()
    return figures
  })

if (import.meta.main) console.log(await benchCompliance())
