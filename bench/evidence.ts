// What the file for inspectors of a whole portal costs (EVD-001): time for each person and enrollment, size, the memory of
// the process above what it needs idle, and the check by its own script. Alone: node bench/evidence.ts.
// EVIDENCE_ENROLLMENTS sets how many enrollments the larger portal has; everybody has five, each with an exam of ten questions.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type App, createApp } from '#app/app.ts'
import { listChosen } from '#features/evidence/server/chosen.ts'
import { evidenceEntries } from '#features/evidence/server/file.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { zipStream } from '#platform/packages/zip.ts'
import { readConfig } from '#platform/process/config.ts'
import { withDatabase } from './database.ts'
import { round } from './measure.ts'
import { publishCourses } from './publish-course.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const CHECKER = path.join(ROOT, 'src/features/evidence/server/checker/verify.mjs')
const MB = 2 ** 20
const COURSES = 5
const ITEMS = 10
const QUESTIONS = 10
const SMALL_PORTAL = 9_700_001
const LARGE_PORTAL = 9_700_002

type Figures = {
  enrollments: number
  seconds: number
  ms_per_person: number
  zip_mb: number
  memory_mb: number
  check_seconds: number
}
export type EvidenceFigures = {
  small: Figures
  large: Figures
  /** Time for each enrollment in the larger portal next to the smaller one; the budget is 1.5. */
  growth: number
}

/** A portal whose people have completed five courses each, with an exam of ten answered questions in each of them. */
const fill = async (client: pg.Client, portalId: number, people: number) => {
  const run = (sql: string) => client.query(sql.replaceAll(':portal', String(portalId)))
  await run(`insert into portals (id, slug, name, status) values (:portal, 'bench-:portal', 'Bench', 'active')`)
  await run(`insert into courses (portal_id, slug, title, publication_status)
    select :portal, 'course-' || n, 'Course ' || n, 2 from generate_series(1, ${COURSES}) n`)
  await run(`with m as (
      insert into modules (portal_id, course_id, title) select :portal, id, 'Lessons' from courses where portal_id = :portal
      returning id, course_id
    ), o as (
      insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number)
      select :portal, course_id, 'Module', id, 1 from m
    ) insert into module_items (portal_id, module_id, itemable_type, title, sort_number, text)
      select :portal, m.id, 'Text', 'Lesson ' || n, n, 'What to know in lesson ' || n from m, generate_series(1, ${ITEMS}) n`)
  await run(`with x as (
      insert into exams (portal_id, course_id, type, title) select :portal, id, 'exam', 'Final exam' from courses
      where portal_id = :portal returning id, course_id
    ) insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number)
      select :portal, course_id, 'Exam', id, 2 from x`)
  await run(`insert into users (email) select 'e' || n || '.:portal@example.com' from generate_series(1, ${people}) n`)
  // The rows fit each other as the program would have written them; foreign keys need no second look.
  await run('set session_replication_role = replica')
  await run(`insert into portal_users (portal_id, user_id, first_name, last_name)
    select :portal, id, 'Pat', 'Person ' || id from users where email like 'e%.:portal@example.com'`)
  await run(`insert into enrollments (portal_id, user_id, course_id, role, status, version, starts_at, started_at, completed_at, expires_at)
    select :portal, u.user_id, c.id, 'learner', ${PROGRESS.success}, 1, now() - interval '9 days', now() - interval '8 days', now() - interval '1 day',
      now() + interval '5 years'
    from portal_users u, courses c where u.portal_id = :portal and c.portal_id = :portal`)
  await run(`insert into enrollment_grants (portal_id, enrollment_id, kind)
    select :portal, id, 'manual' from enrollments where portal_id = :portal`)
  await run(`insert into course_user_progress (portal_id, enrollment_id, item_type, item_id, status, started_at, finished_at)
    select :portal, e.id, 'Text', i.id, ${PROGRESS.finished}, now() - interval '3 days', now() - interval '2 days'
    from enrollments e join modules m on m.portal_id = e.portal_id and m.course_id = e.course_id
    join module_items i on i.portal_id = m.portal_id and i.module_id = m.id where e.portal_id = :portal`)
  await run(`insert into exam_attempts (portal_id, exam_id, enrollment_id, version, type, number, status, seed, passing_score,
      questions_count, answered_count, correct_count, score, started_at, finished_at)
    select :portal, x.id, e.id, 1, 'exam', 1, 2, 1, 70, ${QUESTIONS}, ${QUESTIONS}, ${QUESTIONS}, 100, now() - interval '2 days',
      now() - interval '1 day'
    from enrollments e join exams x on x.portal_id = e.portal_id and x.course_id = e.course_id where e.portal_id = :portal`)
  await run(`insert into exam_attempt_questions (portal_id, attempt_id, number, question_id, type, text, answers)
    select :portal, a.id, n, n, 'single', repeat('What comes first? ', 4) || n,
      (select jsonb_agg(jsonb_build_object('id', k, 'text', repeat('Answer ', 6) || k, 'is_correct', k = 1)) from generate_series(1, 4) k)
    from exam_attempts a, generate_series(1, ${QUESTIONS}) n where a.portal_id = :portal`)
  await run(`insert into exam_answers (portal_id, attempt_id, question_id, answer_ids, is_correct, answered_at)
    select :portal, a.id, n, array[1], true, now() - interval '30 hours' from exam_attempts a, generate_series(1, ${QUESTIONS}) n
    where a.portal_id = :portal`)
  await run('set session_replication_role = origin')
}

/** Makes the file of a portal as its job does, and has it checked by the script that lies in it. */
const makeFile = async (app: App, folder: string, portalId: number): Promise<Figures> => {
  const portal = await app.resolvers.portalById(portalId)
  if (!portal) throw new Error(`Portal ${portalId} is missing`)
  const file = path.join(folder, `${portalId}.zip`)
  const chosen = { portal_id: portalId, about: 'portal', id: null, looker: null } as const
  const before = process.memoryUsage().rss
  let most = before
  const started = performance.now()
  const people = await app.db.withPortal(portalId, (tx) => listChosen(tx, chosen), 'read only')
  let enrollments = 0
  const entries = evidenceEntries({
    archive: {
      db: app.db,
      files: app.services.files,
      tell: async (done) => {
        enrollments = done
        most = Math.max(most, process.memoryUsage().rss)
      },
    },
    portal,
    secret: app.services.secret,
    about: 'portal',
    title: portal.name,
    people,
    scope: { with_answers: true },
    documents: [],
    made_at: new Date(),
    made_by: 'Bench',
  })
  await pipeline(zipStream(entries), fs.createWriteStream(file))
  const seconds = (performance.now() - started) / 1000
  const checked = performance.now()
  await promisify(execFile)(process.execPath, [CHECKER, file], { maxBuffer: 64 * MB })
  return {
    enrollments,
    seconds: round(seconds, 1),
    ms_per_person: round((seconds * 1000) / people.length, 1),
    zip_mb: round(fs.statSync(file).size / MB, 1),
    memory_mb: round((most - before) / MB, 0),
    check_seconds: round((performance.now() - checked) / 1000, 1),
  }
}

/** Measures the file of two portals, one ten times as large as the other. */
export const benchEvidence = (): Promise<EvidenceFigures> =>
  withDatabase(async ({ app: database, admin }) => {
    const enrollments = Number(process.env.EVIDENCE_ENROLLMENTS ?? 10_000)
    const owner = new pg.Client(admin)
    await owner.connect()
    await fill(owner, SMALL_PORTAL, enrollments / COURSES / 10)
    await fill(owner, LARGE_PORTAL, enrollments / COURSES)
    await owner.query('vacuum analyze')
    await owner.end()
    for (const id of [SMALL_PORTAL, LARGE_PORTAL]) await publishCourses(database, id, { begun: false })
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-evidence-bench-'))
    const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder, SECRET: 'x'.repeat(40) }
    const app = await createApp({ config: readConfig(env, ROOT), database, hasPages: false, works: false })
    try {
      const small = await makeFile(app, folder, SMALL_PORTAL)
      const large = await makeFile(app, folder, LARGE_PORTAL)
      const growth = round(large.seconds / large.enrollments / (small.seconds / small.enrollments))
      return { small, large, growth }
    } finally {
      await app.close()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })

if (import.meta.main) {
  console.log(await benchEvidence())
  process.exit(0)
}
