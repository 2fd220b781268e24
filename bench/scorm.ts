// What a message of the SCORM player costs next to a bare upsert of the same data in a transaction: with a small change,
// and with as much suspend data as content may keep. Alone: node bench/scorm.ts.
import pg from 'pg'
import { createProgress } from '#features/progress/server/api.ts'
import { applyMessages } from '#features/scorm/server/actions/apply-messages.ts'
import type { Context } from '#kernel/context.ts'
import { createDb, type Db } from '#platform/db/db.ts'
import { type Database, withDatabase } from './database.ts'
import { interleaved, round } from './measure.ts'
import { publishCourses } from './publish-course.ts'

const PORTAL = 9_300_001
const SCOS = 18
const LEARNERS = 64
const LARGE = 60_000
const ROUNDS = 12
/** So long a turn that each finds its data where it left them: two connections that change places often cost the longer work more. */
const TIMES = 500
const WARM_UP = 1_000

type Comparison = {
  ms: number
  bare_upsert_ms: number
  /** Speed next to the bare upsert; the budget is 0.6. */
  of_bare_upsert: number
}
export type ScormFigures = { small: Comparison; large: Comparison }

/** A course with a package of 18 items, and learners who have touched all of them. Answers their attempts. */
const fill = async (client: pg.Client): Promise<number[]> => {
  const run = async (sql: string, values: unknown[] = []) =>
    (await client.query(sql.replaceAll(':portal', String(PORTAL)), values)).rows
  const items = Array.from({ length: SCOS }, (_, at) => ({
    identifier: `item-${at}`,
    parent: null,
    title: `Item ${at}`,
    href: `item-${at}.html`,
    file: `item-${at}.html`,
    kind: 'sco',
    is_visible: true,
    prerequisites: '',
    mastery_score: 80,
    max_time_allowed: null,
    time_limit_action: null,
    data_from_lms: null,
  }))
  await run(`insert into portals (id, slug, name, status) values (:portal, 'bench-:portal', 'Bench', 'active')`)
  const [course] = await run(
    `insert into courses (portal_id, slug, title, publication_status) values (:portal, 'bench', 'Bench', 2) returning id`,
  )
  const [row] = await run(
    `insert into scorm_packages (portal_id, file_name, status, version, entry, outline)
      values (:portal, 'bench.zip', 'SUCCESS', '1.2', 'item-0.html', $1) returning id`,
    [JSON.stringify({ base: '', items })],
  )
  const [module] = await run(
    `insert into scorm_modules (portal_id, course_id, title, slug, scorm_id) values (:portal, ${course.id}, 'Bench', 'bench', ${row.id}) returning id`,
  )
  await run(
    `insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number) values (:portal, ${course.id}, 'ScormModule', ${module.id}, 1)`,
  )
  await run(
    `insert into users (email) select 'bench' || n || '.:portal@example.com' from generate_series(1, ${LEARNERS}) n`,
  )
  await run(
    `insert into portal_users (portal_id, user_id, first_name) select :portal, id, 'P' from users where email like 'bench%.:portal@example.com'`,
  )
  await run(`insert into enrollments (portal_id, user_id, course_id, role, status, starts_at, expires_at)
    select :portal, user_id, ${course.id}, 'learner', 1, now() - interval '1 day', now() + interval '5 years' from portal_users where portal_id = :portal`)
  await run(`insert into course_user_progress (portal_id, enrollment_id, item_type, item_id, status)
    select :portal, id, 'ScormModule', ${module.id}, 1 from enrollments where portal_id = :portal`)
  await run(`insert into scorm_attempts (portal_id, enrollment_id, module_id, package_id, progress_id, launch, last_launch)
    select :portal, enrollment_id, ${module.id}, ${row.id}, id, 1, 1 from course_user_progress where portal_id = :portal`)
  await run(`insert into scorm_sco_states (portal_id, attempt_id, sco, cmi, status, result)
    select :portal, a.id, 'item-' || n, '{"cmi.core.lesson_status": "incomplete", "cmi.core.lesson_location": "1"}', 'incomplete', 'unknown'
    from scorm_attempts a, generate_series(0, ${SCOS - 1}) n where a.portal_id = :portal`)
  return (await run('select id from scorm_attempts where portal_id = :portal order by id')).map(({ id }) => Number(id))
}

const UPSERT = `insert into scorm_sco_states (portal_id, attempt_id, sco, cmi, status, result) values ($1, $2, 'bare', $3, 'incomplete', 'unknown')
  on conflict (portal_id, attempt_id, sco) do update set cmi = excluded.cmi`

/** The least that keeping the same data costs: one upsert in a transaction of its own, through bare pg. */
const bareUpsert = (client: pg.Client, attempts: readonly number[], text: (count: number) => string) => {
  let count = 0
  return async () => {
    count += 1
    await client.query(`begin; set local app.portal_id = '${PORTAL}'`)
    const values = [PORTAL, attempts[count % LEARNERS], JSON.stringify({ 'cmi.suspend_data': text(count) })]
    await client.query({ name: 'upsert', text: UPSERT, values })
    await client.query('commit')
  }
}

const message = (db: Db, attempts: readonly number[], text: (count: number) => string) => {
  const progress = createProgress()
  const seqs = new Map<number, number>()
  let count = 0
  return async () => {
    count += 1
    const attempt = attempts[count % LEARNERS] ?? 0
    const seq = (seqs.get(attempt) ?? 0) + 1
    seqs.set(attempt, seq)
    const ctx = {
      portal: { id: PORTAL, setting: { time_zone: 'America/New_York' } },
      viewer: null,
      now: new Date(),
    } as unknown as Context
    const cmi = { 'cmi.suspend_data': text(count), 'cmi.core.session_time': '00:01:00' }
    const commits = [{ seq, sco: `item-${seq % SCOS}`, event: 'data' as const, cmi }]
    const messages = { attempt_id: attempt, launch: 1, epoch: 0, commits, check: () => {} }
    const { ack, status } = await db.withPortal(PORTAL, (tx) => applyMessages(progress, tx, ctx, messages))
    if (ack !== seq || status !== 1) throw new Error(`The message ${seq} was answered with ${ack}, status ${status}`)
  }
}

/** Our message and the bare upsert of the same data, in turns. */
const compare = async (upsert: () => Promise<void>, send: () => Promise<void>): Promise<Comparison> => {
  const { bare = 0, ours = 0 } = await interleaved(
    { bare: upsert, ours: send },
    { rounds: ROUNDS, times: TIMES, warm_up: WARM_UP },
  )
  return { ms: round(ours, 3), bare_upsert_ms: round(bare, 3), of_bare_upsert: round(bare / ours) }
}

const measure = async (db: Db, app: pg.ClientConfig, attempts: readonly number[]): Promise<ScormFigures> => {
  const bare = new pg.Client(app)
  await bare.connect()
  const small = (count: number) => `page=${count};answers=${'abcd'.repeat(20)}`
  const large = (count: number) => `${count}`.padEnd(LARGE, 'suspended data ')
  // Attempts of their own for each size, so that both find what they would find in life.
  const [few, many] = [attempts.slice(0, LEARNERS / 2), attempts.slice(LEARNERS / 2)]
  const twice = (list: readonly number[]) => [...list, ...list]
  try {
    // One size after the other: what the large ones leave to the database to clear away would fall on the small ones.
    return {
      small: await compare(bareUpsert(bare, twice(few), small), message(db, twice(few), small)),
      large: await compare(bareUpsert(bare, twice(many), large), message(db, twice(many), large)),
    }
  } finally {
    await bare.end()
  }
}

export type ScormBenchOptions = {
  /** A migrated database, as the program connects to it and as its owner does; without one a throw-away cluster is started. */
  database?: Database
}

/** Measures messages of the player on a real database; what is compared runs in turns on the same machine. */
export async function benchScorm({ database }: ScormBenchOptions = {}): Promise<ScormFigures> {
  if (!database) return withDatabase((own) => benchScorm({ database: own }))
  const owner = new pg.Client(database.admin)
  await owner.connect()
  const db = createDb(database.app)
  try {
    const attempts = await fill(owner)
    await publishCourses(database.app, PORTAL, { begun: true })
    await owner.query('vacuum analyze')
    return await measure(db, database.app, attempts)
  } finally {
    await db.close()
    await owner.end()
  }
}

if (import.meta.main) console.log(await benchScorm())
