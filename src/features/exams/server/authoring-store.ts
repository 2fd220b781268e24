import type { Tx } from '#platform/db/db.ts'

export type ExamRow = {
  id: number
  course_id: number
  type: string
  title: string
  description: string | null
  attempts_number: number | null
  passing_score: number
  shuffle_questions: boolean
  time_limit_minutes: number | null
  allows_offline: boolean
}
export type AttachedPool = {
  exam_id: number
  id: number
  title: string
  questions_count: number | null
  available: number
}

const COLUMNS = [
  'id',
  'course_id',
  'type',
  'title',
  'description',
  'attempts_number',
  'passing_score',
  'shuffle_questions',
  'time_limit_minutes',
  'allows_offline',
] as const

/** Exams and knowledge checks by id. */
export const loadExamRows = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<ExamRow[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('exams')
        .select(COLUMNS)
        .where('portal_id', '=', portalId)
        .where('id', 'in', [...ids])
        .execute()

/** The pools of each exam in the order of their attachment, with the number of questions they have now. */
export const loadAttachedPools = async (
  tx: Tx,
  portalId: number,
  examIds: readonly number[],
): Promise<Map<number, AttachedPool[]>> => {
  const pools = new Map<number, AttachedPool[]>(examIds.map((id) => [id, []]))
  if (examIds.length === 0) return pools
  const rows = await tx
    .selectFrom('exam_question_pools as a')
    .innerJoin('question_pools as p', (join) =>
      join.onRef('p.portal_id', '=', 'a.portal_id').onRef('p.id', '=', 'a.question_pool_id'),
    )
    .select((eb) => [
      'a.exam_id',
      'p.id',
      'p.title',
      'a.questions_count',
      eb
        .selectFrom('questions as q')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('q.portal_id', '=', 'p.portal_id')
        .whereRef('q.question_pool_id', '=', 'p.id')
        .where('q.deleted_at', 'is', null)
        .as('available'),
    ])
    .where('a.portal_id', '=', portalId)
    .where('a.exam_id', 'in', [...examIds])
    .orderBy('a.exam_id')
    .orderBy('a.sort_number')
    .orderBy('p.id')
    .execute()
  for (const row of rows) pools.get(row.exam_id)?.push({ ...row, available: Number(row.available) })
  return pools
}

/** The course of an exam that is still in its outline, or null. */
export const loadCourseOfExam = async (tx: Tx, portalId: number, examId: number): Promise<number | null> => {
  const row = await tx
    .selectFrom('outline_items')
    .select('course_id')
    .where('portal_id', '=', portalId)
    .where('itemable_type', 'in', ['Exam', 'Survey'])
    .where('itemable_id', '=', examId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.course_id ?? null
}

/** Attaches a pool behind the others; one that is attached already keeps its place and gets the number. */
export const attachPoolRow = async (
  tx: Tx,
  at: { portal_id: number; exam_id: number; question_pool_id: number },
  questionsCount: number | null,
  sortNumber: number,
): Promise<void> => {
  await tx
    .insertInto('exam_question_pools')
    .values({ ...at, questions_count: questionsCount, sort_number: sortNumber })
    .onConflict((conflict) =>
      conflict.columns(['portal_id', 'exam_id', 'question_pool_id']).doUpdateSet({ questions_count: questionsCount }),
    )
    .execute()
}

/** Detaches a pool and answers whether it was attached. */
export const detachPoolRow = async (
  tx: Tx,
  at: { portal_id: number; exam_id: number; question_pool_id: number },
): Promise<boolean> => {
  const result = await tx
    .deleteFrom('exam_question_pools')
    .where('portal_id', '=', at.portal_id)
    .where('exam_id', '=', at.exam_id)
    .where('question_pool_id', '=', at.question_pool_id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** The ids of the exams and knowledge checks in a course's outline, in its order. */
export const loadExamIdsOfCourse = async (tx: Tx, portalId: number, courseId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('outline_items')
    .select('itemable_id')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('itemable_type', 'in', ['Exam', 'Survey'])
    .where('deleted_at', 'is', null)
    .orderBy('sort_number')
    .execute()
  return rows.map((row) => row.itemable_id)
}

/** True when an exam that the pool is attached to has attempts of learners, those of before a reset included (QPL-007). */
export const poolHasAttempts = async (tx: Tx, portalId: number, poolId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('exam_question_pools as a')
    .innerJoin('exam_attempts as t', (join) =>
      join.onRef('t.portal_id', '=', 'a.portal_id').onRef('t.exam_id', '=', 'a.exam_id'),
    )
    .select('t.id')
    .where('a.portal_id', '=', portalId)
    .where('a.question_pool_id', '=', poolId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
