// What a step of a learner and an answer in an exam cost next to a bare upsert in a transaction, whether a long exam makes
// answers slower, and whether reading one's own courses does not depend on how many learners a portal has.
//
// What is compared is the work between HTTP and the disk: the whole action of a call with its reads, decisions and writes,
// as its handler runs it in its transaction; and one row written through plain pg on a connection of the same kind, under
// the same role and row policies, with BEGIN, statement and COMMIT each awaited, as a program writes it that does nothing
// else. Both wait for the disk once. The learner's page sends its lease and the time at the question with each answer; so
// does the bench, and the bare upsert writes none of that.
// Alone: node bench/progress.ts. PROGRESS_LEARNERS sets the size of the larger portal.
import pg from 'pg'
import { answerOwnQuestion } from '#features/exams/server/actions/answer-question.ts'
import { issueLease } from '#features/exams/server/lease.ts'
import { finishItem, startItem, syncItem } from '#features/progress/server/actions/step-item.ts'
import { createProgress } from '#features/progress/server/api.ts'
import { listOwnCourses } from '#features/progress/server/own-courses.ts'
import { listOwnOutline, showOwnModuleItem } from '#features/progress/server/own-outline.ts'
import type { SignedIn } from '#kernel/context.ts'
import { createDb, type Db, type Tx } from '#platform/db/db.ts'
import { statementsOf } from '../tests/sent-statements.ts'
import { type Database, replayOf, withDatabase } from './database.ts'
import { interleaved, round } from './measure.ts'
import { publishCourses } from './publish-course.ts'

const SMALL = 1000
const SMALL_PORTAL = 9_200_001
const LARGE_PORTAL = 9_200_002
const MODULES = 5
const ITEMS_PER_MODULE = 8
const LONG = 200
const SHORT = 5
const ROUNDS = 20
const TIMES = 50
/** One round more than is measured, to warm up. */
const CALLS = ROUNDS * TIMES + 20
/** Whose turn it is changes with every call, as it does in life. */
const LEARNERS_AT_ONCE = 64

type Comparison = {
  ms: number
  /** Speed next to a bare upsert in its transaction; the budget is 0.6. */
  of_bare_upsert: number
}
export type ProgressFigures = {
  bare_upsert_ms: number
  start: Comparison
  finish: Comparison
  sync: Comparison
  answer: Comparison
  /** An answer in an exam of 200 questions next to one in an exam of 5, in time; 1 is the same. */
  long_exam: number
  /**
   * Reads in a portal of 1,000 learners and in the larger one, in milliseconds; the budget of the growth
   * is 1.5. And their speed in the larger next to the same statements through bare pg; the budget is 0.75.
   */
  reads: Record<string, { small_ms: number; large_ms: number; growth: number; of_bare: number }>
}

/** A portal with one course of 40 items and two exams, and learners who have done a few of the items. */
const fill = async (client: pg.Client, portalId: number, learners: number) => {
  const run = async (sql: string) => (await client.query(sql.replaceAll(':portal', String(portalId)))).rows
  await run(`insert into portals (id, slug, name, status) values (:portal, 'bench-:portal', 'Bench', 'active')`)
  const [course] = await run(
    `insert into courses (portal_id, slug, title, publication_status) values (:portal, 'bench', 'Bench', 2) returning id`,
  )
  await run(`with m as (
      insert into modules (portal_id, course_id, title) select :portal, ${course.id}, 'Module ' || n from generate_series(1, ${MODULES}) n returning id
    ), o as (
      insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number)
      select :portal, ${course.id}, 'Module', id, row_number() over (order by id) from m
    ) insert into module_items (portal_id, module_id, itemable_type, title, sort_number, text)
      select :portal, m.id, 'Text', 'Item ' || n, n, 'Text' from m, generate_series(1, ${ITEMS_PER_MODULE}) n`)
  for (const [index, questions] of [LONG, SHORT].entries()) {
    const [pool] = await run(`insert into question_pools (portal_id, title) values (:portal, 'Pool') returning id`)
    await run(`with q as (
        insert into questions (portal_id, question_pool_id, text, type, sort_number)
        select :portal, ${pool.id}, repeat('Question ', 12) || n, 'single', n from generate_series(1, ${questions}) n returning id
      ) insert into question_answers (portal_id, question_id, text, is_correct, sort_number)
        select :portal, q.id, repeat('Answer ', 6) || n, n = 1, n from q, generate_series(1, 4) n`)
    const [exam] = await run(
      `insert into exams (portal_id, course_id, type, title) values (:portal, ${course.id}, 'exam', 'Exam of ${questions}') returning id`,
    )
    await run(
      `insert into exam_question_pools (portal_id, exam_id, question_pool_id, sort_number) values (:portal, ${exam.id}, ${pool.id}, 1)`,
    )
    await run(
      `insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number) values (:portal, ${course.id}, 'Exam', ${exam.id}, ${MODULES + 1 + index})`,
    )
  }
  await run(
    `insert into users (email) select 'bench' || n || '.:portal@example.com' from generate_series(1, ${learners}) n`,
  )
  // The rows fit each other as the program would have written them; foreign keys need no second look.
  await run('set session_replication_role = replica')
  await run(
    `insert into portal_users (portal_id, user_id, first_name) select :portal, id, 'P' || id from users where email like 'bench%.:portal@example.com'`,
  )
  await run(`insert into enrollments (portal_id, user_id, course_id, role, status, starts_at, expires_at)
    select :portal, user_id, ${course.id}, 'learner', 1, now() - interval '1 day', now() + interval '5 years' from portal_users where portal_id = :portal`)
  await run(`insert into course_user_progress (portal_id, enrollment_id, item_type, item_id, status)
    select :portal, e.id, 'Text', i.id, 5 from enrollments e, lateral (
      select i.id from module_items i where i.portal_id = :portal and i.sort_number <= 2 order by i.id limit 5
    ) i where e.portal_id = :portal`)
  await run('set session_replication_role = origin')
  return { course: Number(course.id) }
}

type Target = {
  related_id: number
  user_id: number
  item: number
  exam_id: number
  question_id: number
  answer: number
  lease: string
}

const SECRET = 'bench'
/** One page, which shows one question after the other. */
const VISIT = '01980000-0000-7000-8000-000000000001'

/** Open attempts of an exam, and for each call of the bench one of their questions; the last question is never reached. */
const openAttempts = async (
  client: pg.Client,
  examTitle: string,
  questions: number,
  calls: number,
  from: number,
): Promise<Target[]> => {
  const run = async (sql: string) => (await client.query(sql.replaceAll(':portal', String(LARGE_PORTAL)))).rows
  const attempts = Math.max(LEARNERS_AT_ONCE, Math.ceil(calls / (questions - 1)))
  const [exam] = await run(`select id from exams where portal_id = :portal and title = '${examTitle}'`)
  await run(`with a as (
      insert into exam_attempts (portal_id, exam_id, enrollment_id, type, number, seed, passing_score, questions_count, started_at)
      select :portal, ${exam.id}, id, 'exam', 2, 1, 70, ${questions}, now() from enrollments where portal_id = :portal order by id offset ${from} limit ${attempts}
      returning id
    ) insert into exam_attempt_questions (portal_id, attempt_id, number, question_id, type, text, answers)
      select :portal, a.id, q.sort_number, q.id, q.type, q.text, (
        select jsonb_agg(jsonb_build_object('id', w.id, 'text', w.text, 'is_correct', w.is_correct) order by w.sort_number)
        from question_answers w where w.portal_id = q.portal_id and w.question_id = q.id)
      from a, questions q join exam_question_pools p on p.portal_id = q.portal_id and p.question_pool_id = q.question_pool_id
      where p.portal_id = :portal and p.exam_id = ${exam.id}`)
  const rows = await run(`
    select t.id as attempt_id, t.enrollment_id as related_id, e.user_id, q.question_id, (q.answers->0->>'id')::bigint as answer
    from exam_attempts t join enrollments e on e.portal_id = t.portal_id and e.id = t.enrollment_id
    join exam_attempt_questions q on q.portal_id = t.portal_id and q.attempt_id = t.id
    where t.portal_id = :portal and t.exam_id = ${exam.id} and t.status = 1 and q.number < ${questions} order by q.number, t.id limit ${calls}`)
  const leaseOf = (attempt_id: number) =>
    issueLease(SECRET, { portal_id: LARGE_PORTAL, attempt_id, issued_at: new Date() })
  return rows.map(({ attempt_id, ...row }) => ({
    ...row,
    item: 0,
    exam_id: Number(exam.id),
    lease: leaseOf(attempt_id),
  }))
}

/** Exams that were taken before: a tenth of the learners have finished one, so that no table is a special case. */
const fillTaken = async (client: pg.Client, portalId: number) => {
  const run = (sql: string) => client.query(sql.replaceAll(':portal', String(portalId)))
  await run('set session_replication_role = replica')
  await run(`insert into exam_attempts (portal_id, exam_id, enrollment_id, type, number, seed, passing_score, questions_count, answered_count, status, score, started_at, finished_at)
    select :portal, x.id, e.id, 'exam', 1, 1, 70, 20, 20, 3, 0, now(), now() from enrollments e
    join exams x on x.portal_id = :portal and x.title = 'Exam of ${LONG}' where e.portal_id = :portal and e.id % 10 = 0`)
  await run(`insert into exam_attempt_questions (portal_id, attempt_id, number, question_id, type, text, answers)
    select :portal, a.id, q.sort_number, q.id, 'single', q.text, '[]' from exam_attempts a
    join exam_question_pools p on p.portal_id = :portal and p.exam_id = a.exam_id
    join questions q on q.portal_id = :portal and q.question_pool_id = p.question_pool_id and q.sort_number <= 20 where a.portal_id = :portal`)
  await run(`insert into exam_answers (portal_id, attempt_id, question_id, answer_ids, is_correct, answered_at)
    select :portal, attempt_id, question_id, '{1}', false, now() from exam_attempt_questions where portal_id = :portal`)
  await run('set session_replication_role = origin')
}

/** For each call an item that its learner has not touched yet, or for sync one that is in progress. */
const openItems = async (
  client: pg.Client,
  calls: number,
  from: number,
  status: 1 | null,
): Promise<(Target & { progress_id: number })[]> => {
  const run = async (sql: string) => (await client.query(sql.replaceAll(':portal', String(LARGE_PORTAL)))).rows
  const each = (MODULES - 1) * ITEMS_PER_MODULE
  const rows = await run(`
    select e.id as related_id, e.user_id, i.id as item from (
      select id, user_id from enrollments where portal_id = :portal order by id offset ${from} limit ${Math.max(LEARNERS_AT_ONCE, Math.ceil(calls / each))}
    ) e, lateral (select id from module_items where portal_id = :portal order by id offset ${ITEMS_PER_MODULE} limit ${each}) i
    order by i.id, e.id limit ${calls}`)
  if (status !== null)
    for (const row of rows) {
      const [inserted] =
        await run(`insert into course_user_progress (portal_id, enrollment_id, item_type, item_id, status)
        values (:portal, ${row.related_id}, 'Text', ${row.item}, ${status})
        on conflict (portal_id, enrollment_id, item_type, item_id) do update set status = excluded.status returning id`)
      row.progress_id = inserted.id
    }
  return rows.map((row) => ({ exam_id: 0, question_id: 0, answer: 0, lease: '', progress_id: 0, ...row }))
}

const contextOf = (userId: number, portalId = LARGE_PORTAL): SignedIn =>
  ({
    portal: { id: portalId, setting: { time_zone: 'America/New_York' } },
    viewer: { user_id: userId, current_role: 'learner' },
    scope: 'own',
    now: new Date(),
  }) as unknown as SignedIn

const UPSERT = `insert into course_user_progress (portal_id, enrollment_id, item_type, item_id, status, updated_at)
  values ($1, $2, 'Video', $3, 1, now())
  on conflict (portal_id, enrollment_id, item_type, item_id) do update set status = excluded.status, updated_at = excluded.updated_at`

/** The least that a durable step costs: one upsert in a transaction of its own, through bare pg. */
const bareUpsert = async (client: pg.Client, target: Target) => {
  await client.query(`begin; set local app.portal_id = '${LARGE_PORTAL}'`)
  await client.query({ name: 'upsert', text: UPSERT, values: [LARGE_PORTAL, target.related_id, target.question_id] })
  await client.query('commit')
}

/** Takes the targets one after the other; a bench that runs out of them has measured something else. */
const each = <T>(targets: readonly T[], work: (target: T) => Promise<unknown>) => {
  let next = 0
  return () => {
    const target = targets[next++]
    if (!target) throw new Error('There is nothing left to do')
    return work(target)
  }
}

type Work = (tx: Tx, target: Target & { progress_id?: number }) => Promise<unknown>

const measureWrites = async (db: Db, owner: pg.Client, app: pg.ClientConfig) => {
  const progress = createProgress()
  const WORK = {
    start: (tx, target) =>
      startItem(progress, tx, contextOf(target.user_id), {
        related_id: target.related_id,
        type: 'Text',
        id: target.item,
      }),
    finish: (tx, target) =>
      finishItem(progress, tx, contextOf(target.user_id), {
        related_id: target.related_id,
        type: 'Text',
        id: target.item,
      }),
    sync: (tx, target) =>
      syncItem(progress, tx, contextOf(target.user_id), { progress_id: target.progress_id ?? 0, status: 5 }),
    answer: (tx, target) =>
      answerOwnQuestion({ progress, secret: SECRET }, tx, contextOf(target.user_id), {
        related_id: target.related_id,
        exam_id: target.exam_id,
        question_id: target.question_id,
        answer_ids: [target.answer],
        lease: target.lease,
        elapsed_ms: 20_000,
        visit: VISIT,
        milliseconds: 15_000,
      }),
  } satisfies Record<string, Work>
  // Learners of their own for each kind of work, so that no work finds what another has left behind.
  const targets = {
    start: await openItems(owner, CALLS, 0, null),
    finish: await openItems(owner, CALLS, 200, null),
    sync: await openItems(owner, CALLS, 400, 1),
    answer: await openAttempts(owner, `Exam of ${LONG}`, LONG, CALLS, 600),
    short: await openAttempts(owner, `Exam of ${SHORT}`, SHORT, CALLS, 600),
  }
  await owner.query('vacuum analyze')
  const bare = new pg.Client(app)
  await bare.connect()
  try {
    const run = (work: Work) => (target: Target) => db.withPortal(LARGE_PORTAL, (tx) => work(tx, target))
    const times = await interleaved(
      {
        bare: each([...targets.answer], (target) => bareUpsert(bare, target)),
        start: each(targets.start, run(WORK.start)),
        finish: each(targets.finish, run(WORK.finish)),
        sync: each(targets.sync, run(WORK.sync)),
        answer: each(targets.answer, run(WORK.answer)),
        short: each(targets.short, run(WORK.answer)),
      },
      { rounds: ROUNDS, times: TIMES },
    )
    const { bare: upsert = 0, short = 0 } = times
    const compare = (name: keyof typeof WORK): Comparison => {
      const { [name]: ms = 0 } = times
      return { ms: round(ms, 3), of_bare_upsert: round(upsert / ms) }
    }
    return {
      bare_upsert_ms: round(upsert, 3),
      start: compare('start'),
      finish: compare('finish'),
      sync: compare('sync'),
      answer: compare('answer'),
      long_exam: round((times['answer'] ?? 0) / short),
    }
  } finally {
    await bare.end()
  }
}

const measureReads = async (db: Db, owner: pg.Client, bare: pg.Client): Promise<ProgressFigures['reads']> => {
  const placeOf = async (portalId: number) => {
    const { rows } = await owner.query(
      `select id, user_id from enrollments where portal_id = $1 order by id desc limit 1`,
      [portalId],
    )
    return { portal: portalId, related_id: Number(rows[0].id), user_id: Number(rows[0].user_id) }
  }
  const [small, large] = [await placeOf(SMALL_PORTAL), await placeOf(LARGE_PORTAL)]
  const { rows: items } = await owner.query('select portal_id, min(id) as id from module_items group by portal_id')
  const itemOf = new Map<number, number>(items.map(({ portal_id, id }) => [portal_id, id]))
  const READS: Record<string, (tx: Tx, ctx: SignedIn, related_id: number) => Promise<unknown>> = {
    'outline of a course': (tx, ctx, related_id) => listOwnOutline(tx, ctx, { related_id, course_slug: 'bench' }),
    'own courses': (tx, ctx) => listOwnCourses(tx, ctx, { per_page: 20, sort: '-last_opened_at' }),
    dashboard: (tx, ctx) => listOwnCourses(tx, ctx, { per_page: 20, sort: '-last_opened_at', state: 'current' }),
    'item of a module': (tx, ctx, related_id) =>
      showOwnModuleItem(tx, ctx, SECRET, { related_id, type: 'Text', id: itemOf.get(ctx.portal.id) ?? 0 }),
  }
  const reads: ProgressFigures['reads'] = {}
  for (const [name, read] of Object.entries(READS)) {
    const at = (place: typeof small) => () =>
      db.withPortal(
        place.portal,
        (tx) => read(tx, contextOf(place.user_id, place.portal), place.related_id),
        'read only',
      )
    const replay = replayOf(bare, LARGE_PORTAL, await statementsOf(at(large)))
    const times = await interleaved({ small: at(small), large: at(large), bare: replay }, { rounds: 25, times: 20 })
    const { small: smallMs = 0, large: largeMs = 0, bare: bareMs = 0 } = times
    reads[name] = {
      small_ms: round(smallMs, 3),
      large_ms: round(largeMs, 3),
      growth: round(largeMs / smallMs),
      of_bare: round(bareMs / largeMs),
    }
  }
  return reads
}

export type ProgressBenchOptions = {
  /** Learners of the larger portal. */
  learners?: number
  /** A migrated database, as the program connects to it and as its owner does; without one a throw-away cluster is started. */
  database?: Database
}

/** Measures learners' writes and reads on a real database; what is compared runs in turns on the same machine. */
export async function benchProgress({
  learners = Number(process.env['PROGRESS_LEARNERS'] ?? 100_000),
  database,
}: ProgressBenchOptions = {}): Promise<ProgressFigures> {
  if (!database) return withDatabase((own) => benchProgress({ learners, database: own }))
  const owner = new pg.Client(database.admin)
  await owner.connect()
  const db = createDb({ ...database.app, max: 1 })
  const bare = new pg.Client(database.app)
  try {
    await fill(owner, SMALL_PORTAL, SMALL)
    await fill(owner, LARGE_PORTAL, learners)
    await fillTaken(owner, LARGE_PORTAL)
    for (const portal of [SMALL_PORTAL, LARGE_PORTAL]) await publishCourses(database.app, portal, { begun: true })
    await owner.query('vacuum analyze')
    await bare.connect()
    const reads = await measureReads(db, owner, bare)
    return { ...(await measureWrites(db, owner, database.app)), reads }
  } finally {
    await db.close()
    await bare.end()
    await owner.end()
  }
}

if (import.meta.main) console.dir(await benchProgress(), { depth: 3 })
