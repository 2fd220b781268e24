import { sql } from 'kysely'
import { type PackedEntry, packedOutline } from '#features/progress/server/api.ts'
import type { Tx } from '#platform/db.ts'
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
}
export type StoredAttempt = {
  id: number
  number: number
  status: number
  score: number | null
  passing_score: number
  questions_count: number
  answered_count: number
  correct_count: number
  started_at: Date
  finished_at: Date | null
  reset_at: Date | null
  reset_by: number | null
}

const ATTEMPT_COLUMNS = [
  'id',
  'number',
  'status',
  'score',
  'passing_score',
  'questions_count',
  'answered_count',
  'correct_count',
  'started_at',
  'finished_at',
  'reset_at',
  'reset_by',
] as const

/** How progress names the two kinds of exams. */
export const itemTypeOf = (type: ExamType): 'Exam' | 'Survey' => (type === 'exam' ? 'Exam' : 'Survey')

/** An exam that stands in the outline of its course, or null. */
export const loadTakenExam = async (tx: Tx, portalId: number, examId: number): Promise<TakenExam | null> => {
  const row = await tx
    .selectFrom('exams')
    .innerJoin('outline_items', (join) =>
      join
        .onRef('outline_items.portal_id', '=', 'exams.portal_id')
        .onRef('outline_items.itemable_id', '=', 'exams.id')
        .on('outline_items.itemable_type', 'in', ['Exam', 'Survey'])
        .on('outline_items.deleted_at', 'is', null),
    )
    .select([
      'exams.id',
      'exams.course_id',
      'exams.type',
      'exams.title',
      'exams.description',
      'exams.attempts_number',
      'exams.passing_score',
      'exams.shuffle_questions',
    ])
    .where('exams.portal_id', '=', portalId)
    .where('exams.id', '=', examId)
    .executeTakeFirst()
  return row ? { ...row, type: row.type as ExamType } : null
}

/** All attempts of an enrolment in an exam, oldest first, those taken out by a reset included. */
export const loadAttempts = (
  tx: Tx,
  portalId: number,
  at: { enrollment_id: number; exam_id: number },
): Promise<StoredAttempt[]> =>
  tx
    .selectFrom('exam_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('portal_id', '=', portalId)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .orderBy('number')
    .execute()

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
      'answers', q.answers, 'answer_ids', j.answer_ids, 'is_correct', j.is_correct, 'answered_at', j.answered_at
    ) order by q.number) as questions
    from exam_attempt_questions q
    left join exam_answers j on j.portal_id = q.portal_id and j.attempt_id = q.attempt_id and j.question_id = q.question_id
    where q.portal_id = ${portalId} and q.attempt_id = any(${[...attemptIds]}::bigint[])
    group by q.attempt_id`.execute(tx)
  for (const row of rows) questions.set(row.attempt_id, row.questions)
  return questions
}

/** The pools of an exam in their order, each with the ids of its questions in theirs. */
export const loadPoolsToDraw = async (tx: Tx, portalId: number, examId: number): Promise<AttachedPool[]> => {
  const { rows } = await sql<AttachedPool>`
    select a.questions_count, coalesce((
      select json_agg(q.id order by q.sort_number, q.id) from questions q
      where q.portal_id = a.portal_id and q.question_pool_id = a.question_pool_id and q.deleted_at is null
    ), '[]') as question_ids
    from exam_question_pools a
    where a.portal_id = ${portalId} and a.exam_id = ${examId}
    order by a.sort_number, a.question_pool_id`.execute(tx)
  return rows
}

export type NewAttempt = {
  portal_id: number
  exam_id: number
  enrollment_id: number
  number: number
  seed: number
  passing_score: number
  started_at: Date
}

/**
 * Begins an attempt with copies of the drawn questions as they stand now, in one statement, and answers how many were
 * copied: fewer than drawn means that one was deleted a moment ago.
 */
export const insertAttempt = async (tx: Tx, attempt: NewAttempt, questionIds: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ copied: number }>`
    with begun as (
      insert into exam_attempts
        (portal_id, exam_id, enrollment_id, number, seed, passing_score, questions_count, started_at)
      values (${attempt.portal_id}, ${attempt.exam_id}, ${attempt.enrollment_id}, ${attempt.number}, ${attempt.seed},
        ${attempt.passing_score}, ${questionIds.length}, ${attempt.started_at})
      returning portal_id, id
    ), copied as (
      insert into exam_attempt_questions (portal_id, attempt_id, number, question_id, type, text, explanation, answers)
      select b.portal_id, b.id, d.number, q.id, q.type, q.text, q.explanation, (
        select jsonb_agg(jsonb_build_object('id', a.id, 'text', a.text, 'is_correct', a.is_correct) order by a.sort_number, a.id)
        from question_answers a
        where a.portal_id = q.portal_id and a.question_id = q.id and a.deleted_at is null
      )
      from begun b
      cross join unnest(${[...questionIds]}::bigint[]) with ordinality as d (id, number)
      join questions q on q.portal_id = b.portal_id and q.id = d.id and q.deleted_at is null
      returning 1
    )
    select count(*)::int as copied from copied`.execute(tx)
  return rows[0]?.copied ?? 0
}

/** Everything an answer is judged by, as it stands behind the lock of the enrolment. */
export type AnswerTarget = {
  exam_type: ExamType
  /** Status of the exam for this learner. */
  exam_status: number
  attempt_id: number | null
  attempt_status: number
  score: number | null
  passing_score: number
  questions_count: number
  answered_count: number
  correct_count: number
  number: number | null
  question_type: QuestionType
  answers: StoredAnswer[]
  given_ids: number[] | null
  next_question: number | null
  /** Read only when this answer is the last one, which ends the attempt and may end the course. */
  enrollment_id: number
  course_id: number
  slug: string
  status: number
  is_sequential: boolean
  outline: PackedEntry[] | null
}

/**
 * The latest attempt of the enrolment with the question to be answered, what was answered to it, and the number of the
 * first open question behind it, else before it. Undefined when the exam is not in the enrolment's course. The cost does
 * not depend on the number of questions.
 */
export const loadAnswerTarget = async (
  tx: Tx,
  portalId: number,
  at: { enrollment_id: number; exam_id: number; question_id: number },
): Promise<AnswerTarget | undefined> => {
  const openQuestion = (side: string) => sql`(
    select n.number from exam_attempt_questions n
    where n.portal_id = a.portal_id and n.attempt_id = a.id and n.number ${sql.raw(side)} q.number
      and not exists (
        select 1 from exam_answers g
        where g.portal_id = n.portal_id and g.attempt_id = n.attempt_id and g.question_id = n.question_id
      )
    order by n.number limit 1
  )`
  const { rows } = await sql<AnswerTarget>`
    select x.type as exam_type, coalesce(u.status, 4) as exam_status,
      a.id as attempt_id, a.status as attempt_status, a.score, a.passing_score,
      a.questions_count, a.answered_count, a.correct_count,
      q.number, q.type as question_type, q.answers, to_json(j.answer_ids) as given_ids,
      case when a.answered_count + case when j.answer_ids is null then 1 else 0 end < a.questions_count
        then coalesce(${openQuestion('>')}, ${openQuestion('<')}) end as next_question,
      e.id as enrollment_id, e.course_id, c.slug, e.status, c.is_sequential,
      case when a.status = 1 and j.answer_ids is null and a.answered_count + 1 >= a.questions_count
        then ${packedOutline} end as outline
    from enrollments e
    join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    join exams x on x.portal_id = e.portal_id and x.course_id = e.course_id and x.id = ${at.exam_id}
    join outline_items l on l.portal_id = x.portal_id and l.itemable_id = x.id and l.deleted_at is null
      and l.itemable_type = case x.type when 'exam' then 'Exam' else 'Survey' end
    left join course_user_progress u on u.portal_id = e.portal_id and u.enrollment_id = e.id
      and u.item_type = l.itemable_type and u.item_id = x.id
    left join lateral (
      select t.id, t.portal_id, t.status, t.score, t.passing_score, t.questions_count, t.answered_count, t.correct_count
      from exam_attempts t
      where t.portal_id = e.portal_id and t.enrollment_id = e.id and t.exam_id = x.id and t.reset_at is null
      order by t.number desc limit 1
    ) a on true
    left join exam_attempt_questions q on q.portal_id = a.portal_id and q.attempt_id = a.id
      and q.question_id = ${at.question_id}
    left join exam_answers j on j.portal_id = q.portal_id and j.attempt_id = q.attempt_id and j.question_id = q.question_id
    where e.portal_id = ${portalId} and e.id = ${at.enrollment_id}`.execute(tx)
  return rows[0]
}

export type AttemptState = {
  status: number
  answered_count: number
  correct_count: number
  score: number | null
  finished_at: Date | null
}

/** Journals an answer and counts it, in one statement. */
export const journalAnswer = async (
  tx: Tx,
  at: { portal_id: number; attempt_id: number; question_id: number; now: Date },
  answer: { answer_ids: readonly number[]; is_correct: boolean },
  state: AttemptState,
): Promise<void> => {
  await sql`
    with journal as (
      insert into exam_answers (portal_id, attempt_id, question_id, answer_ids, is_correct, answered_at)
      values (${at.portal_id}, ${at.attempt_id}, ${at.question_id}, ${[...answer.answer_ids]}::bigint[],
        ${answer.is_correct}, ${at.now})
    )
    update exam_attempts set status = ${state.status}, answered_count = ${state.answered_count},
      correct_count = ${state.correct_count}, score = ${state.score}, finished_at = ${state.finished_at}
    where portal_id = ${at.portal_id} and id = ${at.attempt_id}`.execute(tx)
}

/** Ends an attempt. */
export const endAttempt = async (
  tx: Tx,
  at: { portal_id: number; attempt_id: number },
  end: { status: number; score: number; finished_at: Date },
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
