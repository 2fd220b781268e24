import { sql } from 'kysely'
import { type ReadIn, readingIn } from '#features/outline/server/api.ts'
import { ask, askTogetherWithCommit, statement, type Tx } from '#platform/db/db.ts'
import type { ExamType, QuestionType } from '../rules/attempt.ts'
import type { AttachedPool } from '../rules/draw.ts'

export type TakenExam = {
  id: number
  course_id: number
  type: ExamType
  title: string
  description: string | null
  attempts_number: number | null
  passing_score: number
  shuffle_questions: boolean
  time_limit_minutes: number | null
  allows_offline: boolean
}

export type StoredAnswer = { id: number; text: string; is_correct: boolean }
export type StoredQuestion = {
  number: number
  question_id: number
  type: QuestionType
  text: string
  explanation: string | null
  answers: StoredAnswer[]
  answer_ids: number[] | null
  is_correct: boolean | null
  answered_at: string | null
  arrived_at: string | null
  milliseconds: number
}
export type StoredAttempt = {
  id: number
  type: ExamType
  number: number
  status: number
  score: number | null
  passing_score: number
  questions_count: number
  answered_count: number
  correct_count: number
  started_at: Date
  finished_at: Date | null
  time_limit_minutes: number | null
  ends_at: Date | null
  is_time_over: boolean
  reset_at: Date | null
  reset_by: number | null
}

const ATTEMPT_COLUMNS = [
  'id',
  'type',
  'number',
  'status',
  'score',
  'passing_score',
  'questions_count',
  'answered_count',
  'correct_count',
  'started_at',
  'finished_at',
  'time_limit_minutes',
  'ends_at',
  'is_time_over',
  'reset_at',
  'reset_by',
] as const

/** How progress names the two kinds of exams. */
export const itemTypeOf = (type: ExamType): 'Exam' | 'Survey' => (type === 'exam' ? 'Exam' : 'Survey')

type ReadExam = ReadIn & { exam_id: number }
/** A version of a course. */
type Source = { course_id: number; version: number }

const examSql = (course: string, version: string) => `
  select i.item_id as id, i.course_id, case i.item_type when 'Exam' then 'exam' else 'survey' end as type, i.title,
    i.content ->> 'description' as description, (i.content ->> 'attempts_number')::int as attempts_number,
    (i.content ->> 'passing_score')::smallint as passing_score,
    (i.content ->> 'shuffle_questions')::boolean as shuffle_questions,
    (i.content ->> 'time_limit_minutes')::int as time_limit_minutes,
    (i.content ->> 'allows_offline')::boolean as allows_offline
  from course_items i
  where i.portal_id = $1 and i.course_id = ${course} and i.version = ${version}
    and i.item_type in ('Exam', 'Survey') and i.item_id = $3`
const readExam = readingIn<TakenExam>(examSql)
const EXAM_IN_VERSION = statement<TakenExam>(examSql('$2', '$4'))

/** The exam as the learner of an enrollment sees it, or as it stands in the draft of a course; or null. */
export const loadTakenExam = async (tx: Tx, portalId: number, at: ReadExam): Promise<TakenExam | null> =>
  (await readExam(tx, portalId, at, at.exam_id))[0] ?? null

/** The exam in a version of a course, or null. */
export const loadExamInVersion = async (
  tx: Tx,
  portalId: number,
  { course_id, version }: Source,
  examId: number,
): Promise<TakenExam | null> => (await ask(tx, EXAM_IN_VERSION, [portalId, course_id, examId, version]))[0] ?? null

/** All attempts of an enrollment in an exam, oldest first, those taken out by a reset included. */
export const loadAttempts = async (
  tx: Tx,
  portalId: number,
  at: { enrollment_id: number; exam_id: number },
): Promise<StoredAttempt[]> => {
  const rows = await tx
    .selectFrom('exam_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('portal_id', '=', portalId)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, type: row.type as ExamType }))
}

/** The questions of attempts with what was answered, by attempt and in their order; one statement for any number. */
export const loadQuestions = async (
  tx: Tx,
  portalId: number,
  attemptIds: readonly number[],
): Promise<Map<number, StoredQuestion[]>> => {
  const questions = new Map<number, StoredQuestion[]>(attemptIds.map((id) => [id, []]))
  if (attemptIds.length === 0) return questions
  const { rows } = await sql<{ attempt_id: number; questions: StoredQuestion[] }>`
    select q.attempt_id, json_agg(json_build_object(
      'number', q.number, 'question_id', q.question_id, 'type', q.type, 'text', q.text, 'explanation', q.explanation,
      'answers', q.answers, 'answer_ids', j.answer_ids, 'is_correct', j.is_correct, 'answered_at', j.answered_at,
      'arrived_at', j.arrived_at, 'milliseconds', coalesce((
        select sum(v.milliseconds) from exam_question_visits v
        where v.portal_id = q.portal_id and v.attempt_id = q.attempt_id and v.question_id = q.question_id
          and v.visit is distinct from j.visit
      ), 0) + greatest(j.milliseconds, (
        select v.milliseconds from exam_question_visits v
        where v.portal_id = j.portal_id and v.attempt_id = j.attempt_id and v.question_id = j.question_id
          and v.visit = j.visit
      ), 0)
    ) order by q.number) as questions
    from exam_attempt_questions q
    left join exam_answers j on j.portal_id = q.portal_id and j.attempt_id = q.attempt_id and j.question_id = q.question_id
    where q.portal_id = ${portalId} and q.attempt_id = any(${[...attemptIds]}::bigint[])
    group by q.attempt_id`.execute(tx)
  for (const row of rows) questions.set(row.attempt_id, row.questions)
  return questions
}

const readPools = readingIn<AttachedPool>(
  (course, version) => `
  select p.questions_count, p.question_ids from course_exam_pools p
  where p.portal_id = $1 and p.course_id = ${course} and p.version = ${version} and p.exam_id = $3
  order by p.sort_number, p.question_pool_id`,
)

/** The pools of an exam in order, each with the ids of its questions in order. */
export const loadPoolsToDraw = (tx: Tx, portalId: number, at: ReadExam): Promise<AttachedPool[]> =>
  readPools(tx, portalId, at, at.exam_id)

export type NewAttempt = {
  portal_id: number
  exam_id: number
  enrollment_id: number
  type: ExamType
  number: number
  seed: number
  passing_score: number
  started_at: Date
  time_limit_minutes: number | null
  ends_at: Date | null
}

/**
 * The questions with these ids in the version of a course that somebody takes, with their answers; in version 0 as they are now.
 * What is drawn is copied from here, into an attempt or a lease.
 */
export const questionsIn = (
  at: { portal_id: number; course_id: number; version: number; exam_id: number },
  questionIds: readonly number[],
) => sql`
      select q.id, q.type, q.text, q.explanation, (
        select jsonb_agg(jsonb_build_object('id', a.id, 'text', a.text, 'is_correct', a.is_correct) order by a.sort_number, a.id)
        from question_answers a
        where a.portal_id = q.portal_id and a.question_id = q.id and a.deleted_at is null
      ) as answers
      from questions q
      where ${at.version}::int = 0 and q.portal_id = ${at.portal_id} and q.id = any(${[...questionIds]}::bigint[])
        and q.deleted_at is null
      union all
      select q.id, q.type, q.text, q.explanation, q.answers
      from course_version_pools p
      join version_contents c on c.portal_id = p.portal_id and c.id = p.content_id
      cross join jsonb_to_recordset(c.content) as q (id bigint, type text, text text, explanation text, answers jsonb)
      where p.portal_id = ${at.portal_id} and p.course_id = ${at.course_id} and p.version = ${at.version}
        and p.exam_id = ${at.exam_id}`

/**
 * Starts an attempt with copies of the drawn questions, in one statement, and returns how many were copied: fewer than
 * drawn means that one was deleted a moment ago.
 */
export const insertAttempt = async (
  tx: Tx,
  attempt: NewAttempt,
  { course_id, version }: Source,
  questionIds: readonly number[],
): Promise<number> => {
  const { rows } = await sql<{ copied: number }>`
    with begun as (
      insert into exam_attempts
        (portal_id, exam_id, enrollment_id, type, version, number, seed, passing_score, questions_count, started_at,
          time_limit_minutes, ends_at)
      values (${attempt.portal_id}, ${attempt.exam_id}, ${attempt.enrollment_id}, ${attempt.type}, ${version}::int,
        ${attempt.number}, ${attempt.seed},
        ${attempt.passing_score}, ${questionIds.length}, ${attempt.started_at},
        ${attempt.time_limit_minutes}, ${attempt.ends_at})
      returning portal_id, id
    ), source as (${questionsIn({ ...attempt, course_id, version }, questionIds)}
    ), copied as (
      insert into exam_attempt_questions (portal_id, attempt_id, number, question_id, type, text, explanation, answers)
      select b.portal_id, b.id, d.number, q.id, q.type, q.text, q.explanation, q.answers
      from begun b
      cross join unnest(${[...questionIds]}::bigint[]) with ordinality as d (id, number)
      join source q on q.id = d.id
      returning 1
    )
    select count(*)::int as copied from copied`.execute(tx)
  return rows[0]?.copied ?? 0
}

export type AttemptState = {
  status: number
  answered_count: number
  correct_count: number
  score: number | null
  finished_at: Date | null
  is_time_over: boolean
}

/** How long a question has been on a screen so far; `visit` names the page that shows it. */
export type Visit = { visit: string; milliseconds: number }

/** Records a visit. It only grows, so repeated and late reports change nothing. */
const VISIT = statement(`
  insert into exam_question_visits (portal_id, attempt_id, question_id, visit, milliseconds)
  values ($1, $2, $3, $4, $5)
  on conflict (portal_id, attempt_id, question_id, visit)
  do update set milliseconds = greatest(exam_question_visits.milliseconds, excluded.milliseconds)`)

type Place = { portal_id: number; attempt_id: number; question_id: number }

/** Notes how long a question has been on a screen. */
export const saveVisit = async (tx: Tx, at: Place, { visit, milliseconds }: Visit): Promise<void> => {
  await ask(tx, VISIT, [at.portal_id, at.attempt_id, at.question_id, visit, milliseconds])
}

const JOURNAL = statement(`
  insert into exam_answers
    (portal_id, attempt_id, question_id, answer_ids, is_correct, answered_at, arrived_at, visit, milliseconds)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
const COUNT = statement(`
  update exam_attempts set status = $3, answered_count = $4, correct_count = $5, score = $6, finished_at = $7,
    is_time_over = $8
  where portal_id = $1 and id = $2`)

/** Journals an answer with the visit that it ends, and counts it; all travels with the commit, as one statement. */
export const journalAnswer = (
  tx: Tx,
  at: Place,
  answer: { answer_ids: readonly number[]; is_correct: boolean; answered_at: Date; arrived_at: Date | null },
  state: AttemptState,
  visit: Visit | null,
): void => {
  const attempt = [at.portal_id, at.attempt_id]
  const times = [visit?.visit ?? null, visit?.milliseconds ?? null]
  const { answer_ids, is_correct, answered_at, arrived_at } = answer
  const { status, answered_count, correct_count, score, finished_at, is_time_over } = state
  const counts = [status, answered_count, correct_count, score, finished_at, is_time_over]
  askTogetherWithCommit(tx, [
    [JOURNAL, [...attempt, at.question_id, answer_ids, is_correct, answered_at, arrived_at, ...times]],
    [COUNT, [...attempt, ...counts]],
  ])
}

/** Ends an attempt. */
export const endAttempt = async (
  tx: Tx,
  at: { portal_id: number; attempt_id: number },
  end: { status: number; score: number; finished_at: Date; is_time_over: boolean },
): Promise<void> => {
  await tx
    .updateTable('exam_attempts')
    .set(end)
    .where('portal_id', '=', at.portal_id)
    .where('id', '=', at.attempt_id)
    .execute()
}

/** Takes the attempts out of the exam; they stay in the records with who did it (EXM-023). */
export const resetAttempts = async (
  tx: Tx,
  at: { portal_id: number; enrollment_id: number; exam_id: number },
  by: { reset_at: Date; reset_by: number },
): Promise<void> => {
  await tx
    .updateTable('exam_attempts')
    .set(by)
    .where('portal_id', '=', at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .where('reset_at', 'is', null)
    .execute()
}

/** Lets attempts count again that were taken out at this moment. */
export const countAttemptsAgain = async (
  tx: Tx,
  at: { portal_id: number; enrollment_id: number; exam_id: number },
  resetAt: Date,
): Promise<void> => {
  await tx
    .updateTable('exam_attempts')
    .set({ reset_at: null, reset_by: null })
    .where('portal_id', '=', at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .where('reset_at', '=', resetAt)
    .execute()
}
