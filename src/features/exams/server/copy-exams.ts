import { type CopiedIds, copyLinks, copyRows } from '#platform/db/copying/copy-rows.ts'
import type { Tx } from '#platform/db/db.ts'

/** The pools that these exams draw from, in the order of their ids. */
export const loadPoolIdsOf = async (tx: Tx, portalId: number, examIds: readonly number[]): Promise<number[]> => {
  if (examIds.length === 0) return []
  const rows = await tx
    .selectFrom('exam_question_pools')
    .select('question_pool_id')
    .distinct()
    .where('portal_id', '=', portalId)
    .where('exam_id', 'in', [...examIds])
    .orderBy('question_pool_id')
    .execute()
  return rows.map((row) => row.question_pool_id)
}

/** Copies exams and knowledge checks into another course; they draw from the copies of their pools. */
export const copyExams = async (
  tx: Tx,
  { portal_id, to, ids, pools }: { portal_id: number; to: number; ids: readonly number[]; pools: CopiedIds },
): Promise<CopiedIds> => {
  const exams = await copyRows(tx, 'exams', {
    portal_id,
    ids,
    columns: [
      'type',
      'title',
      'description',
      'attempts_number',
      'passing_score',
      'shuffle_questions',
      'time_limit_minutes',
      'allows_offline',
    ],
    set: { course_id: to },
  })
  await copyLinks(tx, 'exam_question_pools', {
    portal_id,
    columns: ['questions_count', 'sort_number'],
    moved: { exam_id: exams, question_pool_id: pools },
  })
  return exams
}
