import { sql } from 'kysely'
import { taughtCourses } from '#features/accounts/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type PageRequest } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import type { AnswerChanges, QuestionType } from '../rules/question.ts'

export type PoolRow = {
  id: number
  portal_id: number
  title: string
  partner_company_id: number | null
  created_by: number | null
  created_at: Date
  updated_at: Date
}
export type QuestionRow = {
  id: number
  question_pool_id: number
  text: string
  type: QuestionType
  explanation: string | null
  sort_number: number
  answers: { id: number; text: string; is_correct: boolean; sort_number: number }[]
}

const POOL_COLUMNS = [
  'id',
  'portal_id',
  'title',
  'partner_company_id',
  'created_by',
  'created_at',
  'updated_at',
] as const

const pools = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('question_pools')
    .select(POOL_COLUMNS)
    .where('portal_id', '=', portalId)
    .where('deleted_at', 'is', null)
    // Those of a shared course belong to the portal that shares it (SHR-002).
    .where('is_received', '=', false)

/** A pool of the portal, or null. */
export const loadPool = async (tx: Tx, portalId: number, id: number): Promise<PoolRow | null> =>
  (await pools(tx, portalId).where('id', '=', id).executeTakeFirst()) ?? null

/** A pool of the portal, locked until the transaction ends: changes to its questions run one after the other. */
export const lockPool = async (tx: Tx, portalId: number, id: number): Promise<PoolRow | null> =>
  (await pools(tx, portalId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null

export type PoolFilter = {
  search?: string | undefined
  partner_company_id?: number | undefined
  /** Only the pools this instructor made, or that exams of their courses draw from (ROL-027). */
  instructor_id?: number | undefined
}

const inCoursesOf = (portalId: number, instructorId: number) => sql<boolean>`exists (
  select 1 from exam_question_pools a
  join outline_items o on o.portal_id = a.portal_id and o.itemable_id = a.exam_id
    and o.itemable_type in ('Exam', 'Survey') and o.deleted_at is null
  where a.portal_id = question_pools.portal_id and a.question_pool_id = question_pools.id
    and o.course_id in ${taughtCourses({ portal_id: portalId, user_id: instructorId })}
)`

/** One page of the portal's pools. */
export const listPoolRows = (tx: Tx, portalId: number, filter: PoolFilter, request: PageRequest) => {
  let query = pools(tx, portalId)
  if (filter.search) query = query.where(textHolds('title', filter.search))
  if (filter.partner_company_id !== undefined) query = query.where('partner_company_id', '=', filter.partner_company_id)
  const { instructor_id: instructorId } = filter
  if (instructorId !== undefined)
    query = query.where((eb) => eb.or([eb('created_by', '=', instructorId), inCoursesOf(portalId, instructorId)]))
  return keysetPage(query, request)
}

/** True when an exam of a course that the person teaches draws from the pool. */
export const isUsedByInstructor = async (tx: Tx, portalId: number, poolId: number, userId: number): Promise<boolean> =>
  (await pools(tx, portalId).where('id', '=', poolId).where(inCoursesOf(portalId, userId)).executeTakeFirst()) !==
  undefined

export const insertPool = (
  tx: Tx,
  values: {
    portal_id: number
    title: string
    partner_company_id: number | null
    created_by: number
    created_at: Date
    updated_at: Date
  },
): Promise<PoolRow> => tx.insertInto('question_pools').values(values).returning(POOL_COLUMNS).executeTakeFirstOrThrow()

export const updatePoolRow = async (
  tx: Tx,
  portalId: number,
  id: number,
  values: { title?: string | undefined; updated_at?: Date; deleted_at?: Date },
): Promise<void> => {
  await tx.updateTable('question_pools').set(values).where('portal_id', '=', portalId).where('id', '=', id).execute()
}

/** Takes a pool out of every exam. */
export const detachEverywhere = async (tx: Tx, portalId: number, poolId: number): Promise<void> => {
  await tx
    .deleteFrom('exam_question_pools')
    .where('portal_id', '=', portalId)
    .where('question_pool_id', '=', poolId)
    .execute()
}

/** How many questions each pool has. */
export const countQuestions = async (
  tx: Tx,
  portalId: number,
  poolIds: readonly number[],
): Promise<Map<number, number>> => {
  const counts = new Map<number, number>(poolIds.map((id) => [id, 0]))
  if (poolIds.length === 0) return counts
  const rows = await tx
    .selectFrom('questions')
    .select(['question_pool_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('portal_id', '=', portalId)
    .where('question_pool_id', 'in', [...poolIds])
    .where('deleted_at', 'is', null)
    .groupBy('question_pool_id')
    .execute()
  for (const row of rows) counts.set(row.question_pool_id, row.count)
  return counts
}

const withAnswers = async (tx: Tx, portalId: number, rows: Omit<QuestionRow, 'answers'>[]): Promise<QuestionRow[]> => {
  if (rows.length === 0) return []
  const answers = await tx
    .selectFrom('question_answers')
    .select(['id', 'question_id', 'text', 'is_correct', 'sort_number'])
    .where('portal_id', '=', portalId)
    .where(
      'question_id',
      'in',
      rows.map((row) => row.id),
    )
    .where('deleted_at', 'is', null)
    .orderBy('question_id')
    .orderBy('sort_number')
    .orderBy('id')
    .execute()
  const byQuestion = Map.groupBy(answers, (answer) => answer.question_id)
  return rows.map((row) => ({ ...row, answers: byQuestion.get(row.id) ?? [] }))
}

const questions = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('questions')
    .select(['id', 'question_pool_id', 'text', 'type', 'explanation', 'sort_number'])
    .where('portal_id', '=', portalId)
    .where('deleted_at', 'is', null)

/** The questions of a pool with their answers, in their order. */
export const loadQuestions = async (tx: Tx, portalId: number, poolId: number): Promise<QuestionRow[]> => {
  const rows = await questions(tx, portalId)
    .where('question_pool_id', '=', poolId)
    .orderBy('sort_number')
    .orderBy('id')
    .execute()
  return withAnswers(tx, portalId, rows as Omit<QuestionRow, 'answers'>[])
}

/** A question with its answers, or null. */
export const loadQuestion = async (tx: Tx, portalId: number, id: number): Promise<QuestionRow | null> => {
  const rows = await questions(tx, portalId).where('id', '=', id).execute()
  return (await withAnswers(tx, portalId, rows as Omit<QuestionRow, 'answers'>[]))[0] ?? null
}

export const loadQuestionIds = async (tx: Tx, portalId: number, poolId: number): Promise<number[]> => {
  const rows = await questions(tx, portalId)
    .where('question_pool_id', '=', poolId)
    .orderBy('sort_number')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Numbers the questions of a pool 1 to n in this order. */
export const saveQuestionOrder = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<void> => {
  await sql`
    update questions q set sort_number = wanted.place
    from unnest(${[...ids]}::bigint[]) with ordinality wanted (id, place)
    where q.portal_id = ${portalId} and q.id = wanted.id and q.sort_number <> wanted.place`.execute(tx)
}

export const insertQuestion = async (
  tx: Tx,
  values: {
    portal_id: number
    question_pool_id: number
    text: string
    type: QuestionType
    explanation: string | null
    sort_number: number
  },
): Promise<number> => {
  const row = await tx.insertInto('questions').values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}

type QuestionToAdd = {
  type: QuestionType
  text: string
  answers: { text: string; is_correct: boolean }[]
  explanation: string | null
}

/** Adds questions with their answers, numbered from `first` on, in two statements; answers their ids in order. */
export const insertQuestions = async (
  tx: Tx,
  { portal_id, question_pool_id }: { portal_id: number; question_pool_id: number },
  questions: readonly QuestionToAdd[],
  first: number,
): Promise<number[]> => {
  const json = JSON.stringify(questions)
  const { rows } = await sql<{ id: number }>`
    insert into questions (portal_id, question_pool_id, type, text, explanation, sort_number)
    select ${portal_id}::bigint, ${question_pool_id}::bigint, e.question ->> 'type', e.question ->> 'text',
      e.question ->> 'explanation', ${first}::int - 1 + e.at
    from jsonb_array_elements(${json}::jsonb) with ordinality as e (question, at)
    order by e.at
    returning id`.execute(tx)
  // Identity values rise in the order of the rows that are inserted.
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  await sql`
    insert into question_answers (portal_id, question_id, text, is_correct, sort_number)
    select ${portal_id}::bigint, (${ids}::bigint[])[e.at], a.answer ->> 'text', (a.answer ->> 'is_correct')::boolean, a.at
    from jsonb_array_elements(${json}::jsonb) with ordinality as e (question, at)
    cross join jsonb_array_elements(e.question -> 'answers') with ordinality as a (answer, at)
    order by e.at, a.at`.execute(tx)
  return ids
}

/** Takes questions out of a pool; they stay for attempts that drew them. */
export const hideQuestions = async (
  tx: Tx,
  portalId: number,
  poolId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('questions')
    .set({ deleted_at: now })
    .where('portal_id', '=', portalId)
    .where('question_pool_id', '=', poolId)
    .where('id', 'in', [...ids])
    .execute()
}

export const updateQuestionRow = async (
  tx: Tx,
  portalId: number,
  id: number,
  values: { text?: string; type?: QuestionType; explanation?: string | null; deleted_at?: Date },
): Promise<void> => {
  if (Object.keys(values).length === 0) return
  await tx.updateTable('questions').set(values).where('portal_id', '=', portalId).where('id', '=', id).execute()
}

/** Writes the changed answers of a question; removed ones are hidden, never deleted. */
export const saveAnswers = async (
  tx: Tx,
  portalId: number,
  questionId: number,
  { kept: remaining, added, removed }: AnswerChanges,
  now: Date,
): Promise<void> => {
  const own = tx.updateTable('question_answers').where('portal_id', '=', portalId).where('question_id', '=', questionId)
  for (const { id, ...values } of remaining) await own.set(values).where('id', '=', id).execute()
  if (removed.length > 0) await own.set({ deleted_at: now }).where('id', 'in', removed).execute()
  if (added.length > 0)
    await tx
      .insertInto('question_answers')
      .values(added.map((answer) => ({ ...answer, portal_id: portalId, question_id: questionId })))
      .execute()
}
