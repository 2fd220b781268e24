// What a page of a course's learners costs those who teach it, with 1,000 and with 20,000 learners, next to the same
// statement through bare pg in one transaction. Alone: node bench/teaching.ts.
import pg from 'pg'
import { listLearnersOf } from '#features/teaching/server/store.ts'
import type { SignedIn } from '#kernel/context.ts'
import { createDb } from '#platform/db.ts'
import { withDatabase } from './database.ts'
import { interleaved, round } from './measure.ts'

const FEW = { portal: 9_400_001, learners: 1_000 }
const MANY = { portal: 9_400_002, learners: 20_000 }
const EXAMS = 3

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
  await run(`insert into users (email, first_name, last_name)
    select 'bench' || n || '.${portal}@example.com', 'Pat', 'Person' || n from generate_series(1, ${learners}) n`)
  await run(`insert into portal_users (portal_id, user_id)
    select ${portal}, id from users where email like 'bench%.${portal}@example.com'`)
  await run(`insert into enrollments (portal_id, user_id, course_id, role, status, items_done, expires_at)
    select ${portal}, user_id, ${id}, 'learner', 1, 7, now() + interval '1 year' from portal_users where portal_id = ${portal}`)
  await run(`insert into course_user_progress (portal_id, enrollment_id, item_type, item_id, status)
    select ${portal}, e.id, 'Exam', x.id, 2 from enrollments e, exams x where e.portal_id = ${portal} and x.portal_id = ${portal}`)
  await run(`insert into exam_attempts (portal_id, enrollment_id, exam_id, type, number, status, score, passing_score, questions_count, seed, started_at, finished_at)
    select ${portal}, e.id, x.id, 'exam', n, 2, 60 + 10 * n, 70, 10, 1, now(), now()
    from enrollments e, exams x, generate_series(1, 2) n where e.portal_id = ${portal} and x.portal_id = ${portal}`)
  return id
}

type Statement = { name?: string; text: string; values: unknown[] }

/** The statement that a piece of work sends, as bare pg can send it again. */
const statementOf = async (work: () => Promise<unknown>): Promise<Statement> => {
  const original = pg.Client.prototype.query
  let found: Statement | undefined
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [Statement | string]
    if (typeof given === 'object' && given.text?.includes('enrollments')) found ??= { ...given }
    return (original as (...all: unknown[]) => unknown).apply(this, args)
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  if (!found) throw new Error('No statement was sent')
  return found
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
    let cursor: string | undefined
    for (let depth = 0; depth < 50; depth++) cursor = (await page(MANY.portal, many, cursor)()).meta.next_cursor ?? ''
    const works = {
      few: page(FEW.portal, few),
      many: page(MANY.portal, many),
      deep: page(MANY.portal, many, cursor),
    }
    const [first, deep] = [await statementOf(works.many), await statementOf(works.deep)]
    const bareOf = (statement: Statement, name: string) => async () => {
      await bare.query(`begin read only; set local app.portal_id = '${MANY.portal}'`)
      const { rows } = await bare.query({ ...statement, name })
      await bare.query('commit')
      if (rows.length !== 21) throw new Error(`A page has ${rows.length} rows`)
    }
    const times = await interleaved(
      { ...works, bareFirst: bareOf(first, 'first'), bareDeep: bareOf(deep, 'deep') },
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
    }
  })

if (import.meta.main) console.log(await benchTeaching())
