// What reading the ledger of credits costs with 1,000 and with 1,000,000 movements, and what an enrollment with its credit
// costs next to a bare upsert. Alone: node bench/credits.ts. CREDIT_MOVEMENTS sets the size of the larger ledger.
import pg from 'pg'
import { courseCredits, managerCredits, portalCredits } from '#features/credits/server/api.ts'
import { loadHistory } from '#features/credits/server/history.ts'
import { enrollLearner } from '#features/enrollments/server/api.ts'
import { jobs as enrollmentJobs } from '#features/enrollments/server/jobs.ts'
import type { Context, PortalContext } from '#kernel/context.ts'
import { encodeCursor } from '#kernel/paging.ts'
import { createDb, type Db, executeSql, type Tx } from '#platform/db/db.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { type Database, withDatabase } from './database.ts'
import { interleaved, round } from './measure.ts'

const SMALL = 1_000
const SMALL_PORTAL = 9_100_001
const LARGE_PORTAL = 9_100_002
const ENROLMENTS = 2_500

export type CreditFigures = {
  movements: number
  /** Medians in milliseconds with 1,000 movements and with all, and how much more the larger ledger costs (budget 1.5). */
  reads: Record<string, { small_ms: number; large_ms: number; growth: number }>
  /** Enrolling with a credit, and an upsert alone in its transaction, in milliseconds. */
  enroll_ms: number
  bare_upsert_ms: number
  /** How many bare upserts one enrollment costs. */
  enroll_in_upserts: number
}

const START = Date.UTC(2030, 0, 1)
const timeOf = (movement: number) => new Date(START + movement * 1_000)

/** A portal whose general credits moved `count` times, by 20 managers over 20 courses. */
const fill = async (client: pg.Client, portalId: number, count: number) => {
  const run = (sql: string) =>
    client.query(sql.replaceAll(':portal', String(portalId)).replaceAll(':count', String(count)))
  await run(`insert into portals (id, slug, name, status) values (:portal, 'bench-:portal', 'Bench', 'active')`)
  await run(
    `insert into courses (portal_id, slug, title, publication_status) select :portal, 'course-' || n, 'Course ' || n, 2 from generate_series(1, 20) n`,
  )
  await run(`with made as (
      insert into users (email) select 'bench-' || n || '-:portal@example.com' from generate_series(1, ${ENROLMENTS + 20}) n returning id
    ) insert into portal_users (portal_id, user_id, first_name) select :portal, id, 'P' || id from made`)
  await run(
    `insert into credit_accounts (portal_id, kind, course_id) values (:portal, 'issued', null), (:portal, 'portal', null)`,
  )
  // The rows are consistent, as the program would have written them; foreign keys are not checked again.
  await run('set session_replication_role = replica')
  await run(`with a as (
      select max(id) filter (where kind = 'issued') as issued, max(id) filter (where kind = 'portal') as general from credit_accounts where portal_id = :portal
    ), c as (select array_agg(id) as ids from courses where portal_id = :portal),
    u as (select array_agg(user_id) as ids from (select user_id from portal_users where portal_id = :portal order by user_id limit 20) p)
    insert into credit_movements (portal_id, purpose, kind, target, amount, debit_account_id, credit_account_id, holder_account_id,
      debit_balance, credit_balance, balance_after, course_id, user_id, created_at)
    select :portal, 'plan', 1, 2, 1, a.issued, a.general, a.general, -n, n, n, c.ids[1 + n % 20], u.ids[1 + (n / 20) % 20],
      to_timestamp(${START / 1000} + n) from a, c, u, generate_series(1, :count) n`)
  await run('set session_replication_role = origin')
  await run(
    `update credit_accounts set balance = case kind when 'issued' then -:count else :count end where portal_id = :portal`,
  )
}

type Read = (tx: Tx, at: { portal: number; course: number; user: number; movements: number }) => Promise<unknown>
const page = { per_page: 20, sort: '-created_at' } as const

const READS: Record<string, Read> = {
  'balance of the portal': (tx, { portal }) => portalCredits(tx, portal),
  'balance of a course': (tx, { portal, course }) => courseCredits(tx, portal, course),
  'balances of managers': (tx, { portal, course }) => managerCredits(tx, portal, { course_ids: [course] }),
  'history, newest': (tx, { portal }) => loadHistory(tx, portal, page),
  'history, in the middle': (tx, { portal, movements }) => {
    const values = [timeOf(movements / 2).toISOString()]
    const cursor = encodeCursor({ sort: page.sort, values, id: 1, direction: 'next' })
    return loadHistory(tx, portal, { ...page, cursor })
  },
  'history of a course': (tx, { portal, course }) => loadHistory(tx, portal, { ...page, course_id: course }),
  'history of a user': (tx, { portal, user }) => loadHistory(tx, portal, { ...page, user_id: user }),
  'history of a day': (tx, { portal, movements }) =>
    loadHistory(tx, portal, { ...page, from: timeOf(movements - 500), until: timeOf(movements - 100) }),
}

const measureReads = async (db: Db, movements: number): Promise<CreditFigures['reads']> => {
  const placeOf = (portal: number, count: number) =>
    db.withPortal(portal, async (tx) => {
      const { rows } = await executeSql(
        tx,
        'select course_id, user_id from credit_movements where portal_id = $1 limit 1',
        [portal],
      )
      return { portal, course: rows[0].course_id as number, user: rows[0].user_id as number, movements: count }
    })
  const places = [await placeOf(SMALL_PORTAL, SMALL), await placeOf(LARGE_PORTAL, movements)] as const
  const reads: CreditFigures['reads'] = {}
  for (const [name, read] of Object.entries(READS)) {
    const [small, large] = places.map(
      (place) => () => db.withPortal(place.portal, (tx) => read(tx, place), 'read only'),
    )
    const times = await interleaved({ small: small as Work, large: large as Work }, { rounds: 60, times: 5 })
    const { small: smallMs = 0, large: largeMs = 0 } = times
    reads[name] = { small_ms: round(smallMs, 3), large_ms: round(largeMs, 3), growth: round(largeMs / smallMs) }
  }
  return reads
}
type Work = () => Promise<unknown>

const measureEnrolling = async (db: Db, config: pg.PoolConfig) => {
  const jobs = await startJobs(config, db, enrollmentJobs({ portalById: async () => null } as never), {
    works: false,
    log: { error: () => {}, info: () => {} },
  })
  try {
    const portal = {
      id: LARGE_PORTAL,
      origin: 'http://bench.localhost',
      flags: { is_core: true },
      setting: { time_zone: 'America/New_York' },
    } as PortalContext
    const request = { id: 'bench', address: '127.0.0.1', user_agent: '', is_secure: false }
    const ctx: Context = { portal, host_portal: portal, viewer: null, scope: 'any', now: new Date(), request }
    const { users, course } = await db.withPortal(LARGE_PORTAL, async (tx) => {
      const people = await executeSql(tx, 'select user_id from portal_users where portal_id = $1 order by user_id', [
        LARGE_PORTAL,
      ])
      const courses = await executeSql(tx, 'select id from courses where portal_id = $1 limit 1', [LARGE_PORTAL])
      return { users: people.rows.map((row) => row.user_id as number), course: courses.rows[0].id as number }
    })
    const grant = { kind: 'credit', holder: { kind: 'portal', course_id: course } } as const
    const enroll = () => {
      const user_id = users.pop()
      if (user_id === undefined) throw new Error('There is nobody left to enroll')
      return db.withPortal(LARGE_PORTAL, (tx) => enrollLearner(tx, ctx, { user_id, course_id: course, grant }))
    }
    const upsert = () =>
      db.withPortal(LARGE_PORTAL, (tx) =>
        tx
          .insertInto('portal_permissions')
          .values({ portal_id: LARGE_PORTAL, role: 'learner', permission: 'users.view', is_allowed: true })
          .onConflict((conflict) =>
            conflict.columns(['portal_id', 'role', 'permission']).doUpdateSet({ is_allowed: true }),
          )
          .execute(),
      )
    return await interleaved({ enroll, upsert }, { rounds: 5, times: 200 })
  } finally {
    await jobs.stop()
  }
}

/** Measures on a migrated database, as the program connects to it and as its owner does; without one on a throw-away cluster. */
export async function benchCredits(
  database?: Database,
  { movements = Number(process.env.CREDIT_MOVEMENTS ?? 1_000_000) } = {},
): Promise<CreditFigures> {
  if (!database) return withDatabase((own) => benchCredits(own, { movements }))
  const owner = new pg.Client(database.admin)
  await owner.connect()
  try {
    await fill(owner, SMALL_PORTAL, SMALL)
    await fill(owner, LARGE_PORTAL, movements)
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
  const db = createDb({ ...database.app, max: 2 })
  try {
    const reads = await measureReads(db, movements)
    const { enroll = 0, upsert = 0 } = await measureEnrolling(db, database.app)
    return {
      movements,
      reads,
      enroll_ms: round(enroll, 3),
      bare_upsert_ms: round(upsert, 3),
      enroll_in_upserts: round(enroll / upsert, 1),
    }
  } finally {
    await db.close()
  }
}

if (import.meta.main) {
  const { reads, ...figures } = await benchCredits()
  console.table(reads)
  console.log(figures)
}
