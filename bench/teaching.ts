// What a page of a course's learners, the responses that wait for their grading and the start page cost those who teach, with 1,000 and with 20,000 learners, next to the same
// statements through bare pg in one transaction. Alone: node bench/teaching.ts.
import pg from 'pg'
import { listResponses } from '#features/assignments/server/queue.ts'
import { loadTeachingQueue } from '#features/teaching/server/queue.ts'
import { listLearnersOf } from '#features/teaching/server/store.ts'
import type { SignedIn } from '#kernel/context.ts'
import { createDb } from '#platform/db/db.ts'
import { statementsOf } from '../tests/sent-statements.ts'
import { replayOf, withDatabase } from './database.ts'
import { interleaved, round } from './measure.ts'

const FEW = { portal: 9_400_001, learners: 1_000 }
const MANY = { portal: 9_400_002, learners: 20_000 }
const EXAMS = 3
const WAITING = 50

type Comparison = {
  ms: number
  bare_ms: number
  /** Speed next to bare pg; the budget is 0.75. */
  of_bare: number
}
export type TeachingFigures = {
  first_page: Comparison
  deep_page: Comparison
  /** Cost with 20,000 learners next to 1,000; the budget is 1.5. */
  many_to_few: number
  /** A page of the responses of a course that wait for their grading, of as many learners. */
  grading_queue: Comparison
  queue_many_to_few: number
  /** What waits in each course, on the start page of those who teach. */
  what_waits: Comparison
}

/** A course with modules, exams and learners who have taken some of them; answers its id. */
const fill = async (client: pg.Client, { portal, learners }: typeof FEW): Promise<number> => {
  const run = async (sql: string) => (await client.query(sql)).rows
  await run(`insert into portals (id, slug, name, status) values (${portal}, 'bench-${portal}', 'Bench', 'active')`)
  const [course] = await run(
    `insert into courses (portal_id, slug, title, publication_status) values (${portal}, 'bench', 'Bench', 2) returning id`,
  )
  const id = Number(course.id)
  for (let number = 1; number <= EXAMS; number++) {
    const [module] = await run(
      `insert into modules (portal_id, course_id, title) values (${portal}, ${id}, 'Module ${number}') returning id`,
    )
    await run(`insert into module_items (portal_id, module_id, itemable_type, sort_number, text)
      select ${portal}, ${module.id}, 'Text', n, 'text' from generate_series(1, 5) n`)
    const [exam] = await run(
      `insert into exams (portal_id, course_id, type, title) values (${portal}, ${id}, 'exam', 'Exam ${number}') returning id`,
    )
    await run(`insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number) values
      (${portal}, ${id}, 'Module', ${module.id}, ${2 * number - 1}), (${portal}, ${id}, 'Exam', ${exam.id}, ${2 * number})`)
  }
  await run(`insert into users (email)
    select 'bench' || n || '.${portal}@example.com' from generate_series(1, ${learners}) n`)
  await run(`insert into portal_users (portal_id, user_id, first_name, last_name)
    select ${portal}, id, 'Pat', 'Person' || id from users where email like 'bench%.${portal}@example.com'`)
  await run(`insert into enrollments (portal_id, user_id, course_id, role, status, items_done, expires_at)
    select ${portal}, user_id, ${id}, 'learner', 1, 7, now() + interval '1 year' from portal_users where portal_id = ${portal}`)
  await run(`insert into course_user_progress (portal_id, enrollment_id, item_type, item_id, status)
    select ${portal}, e.id, 'Exam', x.id, 2 from enrollments e, exams x where e.portal_id = ${portal} and x.portal_id = ${portal}`)
  await run(`insert into exam_attempts (portal_id, enrollment_id, exam_id, type, number, status, score, passing_score, questions_count, seed, started_at, finished_at)
    select ${portal}, e.id, x.id, 'exam', n, 2, 60 + 10 * n, 70, 10, 1, now(), now()
    from enrollments e, exams x, generate_series(1, 2) n where e.portal_id = ${portal} and x.portal_id = ${portal}`)
  const [task] = await run(
    `insert into assignments (portal_id, course_id, title) values (${portal}, ${id}, 'Task') returning id`,
  )
  await run(`insert into outline_items (portal_id, course_id, itemable_type, itemable_id, sort_number)
    values (${portal}, ${id}, 'Assignment', ${task.id}, ${2 * EXAMS + 1})`)
  // Everybody has handed something in, and as much waits in both portals.
  await run(`insert into assignment_responses (portal_id, enrollment_id, assignment_id, number, text, score, result, graded_at)
    select ${portal}, id, ${task.id}, 1, 'Text', case when n > ${WAITING} then 80 end, case when n > ${WAITING} then 2 end,
      case when n > ${WAITING} then now() end
    from (select id, row_number() over (order by id desc) n from enrollments where portal_id = ${portal}) e`)
  return id
}

/** Measures a page of learners on a real database; what is compared runs in turns on the same machine. */
export const benchTeaching = (): Promise<TeachingFigures> =>
  withDatabase(async ({ app, admin }) => {
    const owner = new pg.Client(admin)
    owner.on('error', () => {})
    await owner.connect()
    const [few, many] = [await fill(owner, FEW), await fill(owner, MANY)]
    await owner.query('vacuum analyze')
    await owner.end()
    const db = createDb(app)
    const bare = new pg.Client(app)
    await bare.connect()
    const page = (portal: number, course: number, cursor?: string) => () => {
      const ctx = { portal: { id: portal }, viewer: { user_id: 1 }, scope: 'any' } as unknown as SignedIn
      const query = { per_page: 20, sort: '-id', cursor } as const
      return db.withPortal(portal, (tx) => listLearnersOf(tx, ctx, course, query), 'read only')
    }
    const teacher = (portal: number) =>
      ({
        portal: { id: portal, setting: { disable_course_questions: false, time_zone: 'America/New_York' } },
        viewer: { user_id: 1 },
        scope: 'any',
      }) as unknown as SignedIn
    const queue = (portal: number) => () => {
      const query = { per_page: 20, sort: 'created_at', state: 'waiting' } as const
      return db.withPortal(portal, (tx) => listResponses(tx, teacher(portal), 'bench', query), 'read only')
    }
    const waiting = (portal: number) => () =>
      db.withPortal(portal, (tx) => loadTeachingQueue(tx, teacher(portal)), 'read only')
    let cursor: string | undefined
    for (let depth = 0; depth < 50; depth++) cursor = (await page(MANY.portal, many, cursor)()).meta.next_cursor ?? ''
    const works = {
      few: page(FEW.portal, few),
      many: page(MANY.portal, many),
      deep: page(MANY.portal, many, cursor),
      fewQueue: queue(FEW.portal),
      queue: queue(MANY.portal),
      fewWaiting: waiting(FEW.portal),
      waiting: waiting(MANY.portal),
    }
    const { data } = await works.queue()
    if (data.length !== 20) throw new Error(`A page of the queue has ${data.length} responses`)
    const bareOf = async (work: () => Promise<unknown>) => replayOf(bare, MANY.portal, await statementsOf(work))
    const times = await interleaved(
      {
        ...works,
        bareFirst: await bareOf(works.many),
        bareDeep: await bareOf(works.deep),
        bareQueue: await bareOf(works.queue),
        bareWaiting: await bareOf(works.waiting),
      },
      { rounds: 7, times: 40 },
    )
    await bare.end()
    await db.close()
    const compare = (ms = 0, bareMs = 0): Comparison => ({
      ms: round(ms, 3),
      bare_ms: round(bareMs, 3),
      of_bare: round(bareMs / ms),
    })
    return {
      first_page: compare(times.many, times.bareFirst),
      deep_page: compare(times.deep, times.bareDeep),
      many_to_few: round((times.many ?? 0) / (times.few ?? 1)),
      grading_queue: compare(times.queue, times.bareQueue),
      queue_many_to_few: round((times.queue ?? 0) / (times.fewQueue ?? 1)),
      what_waits: compare(times.waiting, times.bareWaiting),
    }
  })

if (import.meta.main) console.log(await benchTeaching())
