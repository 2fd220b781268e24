// Many learners active at once on one process: what their calls take, what the process keeps in memory, and whether
// everything that was acknowledged is in the database. Alone: node bench/learners.ts (after a build). LEARNERS sets how
// many, THINK_MS how long each thinks between two calls; in life that is some five times as long.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { CSRF_COOKIE, makeCsrfToken } from '#platform/http/csrf.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'
import { startBuilt } from '../tests/processes/built-program.ts'
import type { Acknowledged, LearnerOrders, LearnerReport } from './learner.ts'
import { round } from './measure.ts'
import { publishCourses } from './publish-course.ts'

export const PORTAL = 9_500_001
const SLUG = 'bench-learners'
export const HOST = `${SLUG}.localhost`
export const SECRET = 'the secret of the bench of learners, long enough'
const TEXTS = 4
const QUESTIONS = 5
const SCOS = ['first', 'second']
const MESSAGES = 6

type Latency = { calls: number; p50_ms: number; p95_ms: number }
export type LearnersFigures = {
  learners: number
  think_ms: number
  /** From the first call to the last answer. */
  seconds: number
  calls_per_second: number
  /** Processor time of the process for each call. */
  cpu_ms_per_call: number
  latency: Record<string, Latency>
  /** Memory of the process before anybody came, and the most of it while they learned. */
  idle_rss_mb: number
  most_rss_mb: number
  /** Rows that were acknowledged and looked for, each by its learner; one that is missing or too many ends the bench. */
  found: { items: number; answers: number; messages: number }
}

type Prepared = Omit<LearnerOrders, 'port' | 'think_ms'>

/** A course of texts, an exam and a package, with learners who are signed in and have done nothing yet. */
export const fill = async (client: pg.Client, count: number): Promise<Prepared> => {
  const run = async (sql: string, values: unknown[] = []) =>
    (await client.query(sql.replaceAll(':portal', String(PORTAL)), values)).rows
  const idOf = async (sql: string, values: unknown[] = []) => Number((await run(`${sql} returning id`, values))[0].id)
  await run(`insert into portals (id, slug, name, status) values (:portal, '${SLUG}', 'Bench', 'active')`)
  await run(`update portals set logo = 'logo.png' where id = :portal`)
  await run(`insert into companies (portal_id, name) values (:portal, 'Bench')`)
  const course = await idOf(
    `insert into courses (portal_id, slug, title, publication_status) values (:portal, 'bench', 'Bench', 2)`,
  )
  const module_id = await idOf(
    `insert into modules (portal_id, course_id, title) values (:portal, ${course}, 'Module')`,
  )
  const texts = await run(`insert into module_items (portal_id, module_id, itemable_type, title, sort_number, text)
    select :portal, ${module_id}, 'Text', 'Text ' || n, n, repeat('Text ', 200) from generate_series(1, ${TEXTS}) n returning id`)
  const pool = await idOf(`insert into question_pools (portal_id, title) values (:portal, 'Pool')`)
  await run(`with q as (
      insert into questions (portal_id, question_pool_id, text, type, sort_number)
      select :portal, ${pool}, 'Question ' || n, 'single', n from generate_series(1, ${QUESTIONS}) n returning id
    ) insert into question_answers (portal_id, question_id, text, is_correct, sort_number)
      select :portal, q.id, 'Answer ' || n, n = 1, n from q, generate_series(1, 4) n`)
  const exam_id = await idOf(
    `insert into exams (portal_id, course_id, type, title) values (:portal, ${course}, 'exam', 'Exam')`,
  )
  await run(`insert into exam_question_pools (portal_id, exam_id, question_pool_id, sort_number)
    values (:portal, ${exam_id}, ${pool}, 1)`)
  const items = SCOS.map((identifier) => ({
    identifier,
    parent: null,
    title: identifier,
    href: `${identifier}.html`,
    file: `${identifier}.html`,
    kind: 'sco',
    is_visible: true,
    prerequisites: '',
    mastery_score: null,
    max_time_allowed: null,
    time_limit_action: null,
    data_from_lms: null,
  }))
  const scormPackage = await idOf(
    `insert into scorm_packages (portal_id, file_name, status, version, entry, outline)
      values (:portal, 'bench.zip', 'SUCCESS', '1.2', 'first.html', $1)`,
    [JSON.stringify({ base: '', items })],
  )
  const scorm_id = await idOf(`insert into scorm_modules (portal_id, course_id, title, slug, scorm_id)
    values (:portal, ${course}, 'Package', 'package', ${scormPackage})`)
  await run(`insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number) values
    (:portal, ${course}, 'Module', ${module_id}, 1), (:portal, ${course}, 'Exam', ${exam_id}, 2),
    (:portal, ${course}, 'ScormModule', ${scorm_id}, 3)`)
  await run(`with u as (
      insert into users (email) select 'learner' || n || '@example.com' from generate_series(1, ${count}) n
      returning id
    ), p as (insert into portal_users (portal_id, user_id, first_name) select :portal, id, 'P' || id from u returning user_id)
    insert into portal_user_roles (portal_id, user_id, role) select :portal, user_id, 'learner' from p`)
  const enrolled =
    await run(`insert into enrollments (portal_id, user_id, course_id, role, status, starts_at, expires_at)
      select :portal, user_id, ${course}, 'learner', 4, now() - interval '1 day', now() + interval '5 years'
      from portal_users where portal_id = :portal returning id, user_id`)
  const sessions = enrolled.map(({ id, user_id }) => ({ related_id: Number(id), user_id, token: randomToken() }))
  await run(
    `insert into sessions (portal_id, user_id, token_hash, "current_role")
      select :portal, u, h, 'learner' from unnest($1::bigint[], $2::bytea[]) s (u, h)`,
    [sessions.map(({ user_id }) => user_id), sessions.map(({ token }) => hashToken(token))],
  )
  return {
    host: HOST,
    slug: 'bench',
    text_ids: texts.map(({ id }) => Number(id)),
    exam_id,
    scorm_id,
    scos: SCOS,
    messages: MESSAGES,
    learners: sessions.map(({ related_id, token }) => {
      const csrf = makeCsrfToken(SECRET, token)
      return { related_id, csrf, cookie: `session=${token}; ${CSRF_COOKIE}=${encodeURIComponent(csrf)}` }
    }),
  }
}

/** The address of a database behind a socket, as the configuration takes it. */
export const urlOf = ({ host = '', port, user, database }: pg.ClientConfig): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`

const drive = async (orders: LearnerOrders): Promise<LearnerReport> => {
  const driver = fork(path.join(import.meta.dirname, 'learner.ts'), { serialization: 'advanced' })
  driver.send(orders)
  const [report] = (await Promise.race([
    once(driver, 'message'),
    once(driver, 'exit').then(([code]) => {
      throw new Error(`The learners ended with ${code}`)
    }),
  ])) as [LearnerReport]
  driver.disconnect()
  return report
}

type Stored = {
  id: number
  finished: number[]
  answers: Record<string, number[]>
  messages: number[]
  locations: Record<string, string>
  items_done: number
}

/** Compares what is stored with what was acknowledged, learner by learner; throws at the first difference. */
const verify = async (client: pg.Client, acknowledged: readonly Acknowledged[]): Promise<LearnersFigures['found']> => {
  const { rows } = await client.query<Stored>(
    `select e.id::int,
      array(select item_id::int from course_user_progress p
        where p.portal_id = e.portal_id and p.enrollment_id = e.id and p.item_type = 'Text' and p.status = 5
          and p.finished_at is not null order by item_id) as finished,
      (select coalesce(json_object_agg(g.question_id, g.answer_ids), '{}') from exam_attempts a
        join exam_answers g on g.portal_id = a.portal_id and g.attempt_id = a.id
        where a.portal_id = e.portal_id and a.enrollment_id = e.id) as answers,
      array(select c.seq from scorm_attempts a join scorm_commits c on c.portal_id = a.portal_id and c.attempt_id = a.id
        where a.portal_id = e.portal_id and a.enrollment_id = e.id order by c.seq) as messages,
      (select coalesce(json_object_agg(s.sco, s.cmi ->> 'cmi.core.lesson_location'), '{}') from scorm_attempts a
        join scorm_sco_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
        where a.portal_id = e.portal_id and a.enrollment_id = e.id) as locations,
      (select count(*)::int from course_user_progress p where p.portal_id = e.portal_id and p.enrollment_id = e.id
        and p.item_type <> 'Module' and p.status in (2, 5)) as items_done
    from enrollments e where e.portal_id = $1`,
    [PORTAL],
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  assert.equal(stored.size, acknowledged.length)
  const counts = await client.query<{ id: number; items_done: number }>(
    `select id::int, items_done from enrollments where portal_id = $1`,
    [PORTAL],
  )
  const recorded = new Map(counts.rows.map(({ id, items_done }) => [id, items_done]))
  for (const { related_id: id, ...expected } of acknowledged) {
    const row = stored.get(id)
    const progress = { ...row, id: undefined, items_done: undefined }
    const sequence = Array.from({ length: expected.messages }, (_, at) => at + 1)
    assert.deepEqual(
      progress,
      {
        id: undefined,
        items_done: undefined,
        finished: expected.finished.toSorted((a, b) => a - b),
        answers: expected.answers,
        messages: sequence,
        locations: expected.locations,
      },
      `learner ${id}`,
    )
    assert.equal(recorded.get(id), row?.items_done, `learner ${id} has done items that the enrollment does not count`)
  }
  const sum = (of: (one: Acknowledged) => number) => acknowledged.reduce((total, one) => total + of(one), 0)
  return {
    items: sum(({ finished }) => finished.length),
    answers: sum(({ answers }) => Object.keys(answers).length),
    messages: sum(({ messages }) => messages),
  }
}

const latencyOf = (times: readonly number[]): Latency => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN, 1)
  return { calls: sorted.length, p50_ms: at(0.5), p95_ms: at(0.95) }
}

/** Measures learners on the built program with the PostgreSQL that it comes with, on files that are thrown away. */
export const benchLearners = async ({ learners = 2_000, think_ms = 8_000 } = {}): Promise<LearnersFigures> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bench-'))
  fs.chmodSync(folder, 0o755)
  const dataDir = path.join(folder, 'data')
  const cluster = await startEmbedded(path.join(dataDir, 'postgres'))
  try {
    const { host, port, password } = cluster
    const migrated = await migrate({ admin: { host, port, user: 'postgres', password } })
    const owner = new pg.Client(migrated.admin)
    owner.on('error', () => {})
    await owner.connect()
    const prepared = await fill(owner, learners)
    await publishCourses(migrated.app, PORTAL, { begun: false })
    await owner.query('vacuum analyze')
    const program = await startBuilt(
      { DATA_DIR: dataDir, SECRET, DATABASE_URL: urlOf(migrated.admin), PUBLIC_ORIGIN: 'https://localhost' },
      { path: '/api/v1/portal/login-info', host: HOST },
    )
    try {
      const idle = program.rssMb()
      const before = program.cpuMs()
      const { acknowledged, times, seconds } = await drive({ ...prepared, port: program.port, think_ms })
      const cpu = program.cpuMs() - before
      const most = program.mostRssMb()
      const checked = await verify(owner, acknowledged)
      const calls = Object.values(times).reduce((sum, kind) => sum + kind.length, 0)
      return {
        learners,
        think_ms,
        seconds: round(seconds, 1),
        calls_per_second: Math.round(calls / seconds),
        cpu_ms_per_call: round(cpu / calls),
        latency: Object.fromEntries(Object.entries(times).map(([kind, taken]) => [kind, latencyOf(taken)])),
        idle_rss_mb: idle,
        most_rss_mb: most,
        found: checked,
      }
    } finally {
      await program.stop()
      await owner.end()
    }
  } finally {
    await cluster.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** How many learn at once and how long they think, as the environment says. */
export const learnersOptions = () => ({
  learners: Number(process.env['LEARNERS'] ?? 2_000),
  think_ms: Number(process.env['THINK_MS'] ?? 8_000),
})

if (import.meta.main) console.dir(await benchLearners(learnersOptions()), { depth: 3 })
