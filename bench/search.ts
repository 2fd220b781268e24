// What the search of any record and the start page of an admin cost on the server in a portal of 100,000 people, next to
// 1,000 (API-032: at most 50 ms). Alone: npm run bench -- search.
import pg from 'pg'
import { DASHBOARD_PARTS, RECORD_FINDERS } from '#app/dashboard.ts'
import type { SignedIn } from '#kernel/context.ts'
import { createDb } from '#platform/db/db.ts'
import { withDatabase } from './database.ts'
import { interleaved, round } from './measure.ts'

const SIZES = { few: 1_000, many: 100_000 } as const
const PORTALS = { few: 9_500_001, many: 9_500_002 } as const
/** One person, some, and more than are looked at. */
const WORDS = ['Number77777', 'Ada Nu', 'nu']

const fill = async (client: pg.Client, portal: number, people: number) => {
  await client.query(
    `insert into portals (id, slug, name, status) values (${portal}, 'bench-${portal}', 'Bench', 'active')`,
  )
  await client.query(`insert into courses (portal_id, slug, title, publication_status)
    select ${portal}, 'course-' || n, 'Course number ' || n, 2 from generate_series(1, 200) n`)
  await client.query(`with made as (
      insert into users (email) select 'bench' || n || '.${portal}@example.com' from generate_series(1, ${people}) n returning id
    ) insert into portal_users (portal_id, user_id, first_name, last_name, joined_at)
      select ${portal}, id, (array['Ada', 'Ben', 'Cleo'])[1 + id % 3], 'Number' || id, now() - (id % 1000) * interval '1 day' from made`)
  await client.query(`insert into enrollments (portal_id, user_id, course_id, role, status, expires_at, created_at, due_at)
    select ${portal}, u.user_id, c.id, 'learner', 1, now() + interval '1 year', u.joined_at, u.joined_at + interval '60 days'
    from portal_users u join lateral (select id from courses where portal_id = ${portal} offset u.user_id % 200 limit 1) c on true
    where u.portal_id = ${portal}`)
}

const adminOf = (portal: number) =>
  ({
    portal: {
      id: portal,
      plan_short_name: null,
      flags: { is_core: false },
      setting: { time_zone: 'America/New_York' },
    },
    viewer: { user_id: 1, current_role: 'super_admin', toggles: {} },
    scope: 'any',
    now: new Date(),
  }) as unknown as SignedIn

/** Milliseconds of each, by number of people. */
export const benchSearch = (): Promise<Record<string, number>> =>
  withDatabase(async ({ app, admin }) => {
    const owner = new pg.Client(admin)
    owner.on('error', () => {})
    await owner.connect()
    for (const size of ['few', 'many'] as const) await fill(owner, PORTALS[size], SIZES[size])
    await owner.query('vacuum analyze')
    await owner.end()
    const db = createDb(app)
    const search = (portal: number, words: string) => () =>
      db.withPortal(
        portal,
        async (tx) => {
          for (const { find } of RECORD_FINDERS) await find(tx, adminOf(portal), words)
        },
        'read only',
      )
    const start = (portal: number) => () =>
      db.withPortal(
        portal,
        async (tx) => {
          for (const part of DASHBOARD_PARTS) {
            await part.figure?.(tx, adminOf(portal))
            await part.attention?.(tx, adminOf(portal))
          }
        },
        'read only',
      )
    const works = Object.fromEntries(
      (['few', 'many'] as const).flatMap((size) => [
        ...WORDS.map((words) => [`search “${words}” of ${SIZES[size]}`, search(PORTALS[size], words)] as const),
        [`start page of ${SIZES[size]}`, start(PORTALS[size])] as const,
      ]),
    )
    const figures = await interleaved(works, { rounds: 3, times: 20, warm_up: 5 })
    await db.close()
    return Object.fromEntries(Object.entries(figures).map(([name, ms]) => [name, round(ms)]))
  })
