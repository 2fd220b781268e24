import { reachAndLockContent, touchCourse } from '#features/courses/server/api.ts'
import type { ItemCall, ItemContent } from '#features/outline/server/api.ts'
import { loadPool, reachPool } from '#features/question-pools/server/api.ts'
import { requireTextPictures } from '#features/text-pictures/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Output } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import type { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { attachQuestionPool, examItems } from '../contract-admin.ts'
import { drawnCount, lacksQuestions } from '../rules/drawing.ts'
import {
  attachPoolRow,
  detachPoolRow,
  loadAttachedPools,
  loadCourseOfExam,
  loadExamIdsOfCourse,
  loadExamRows,
} from './authoring-store.ts'

type Exam = Output<typeof attachQuestionPool>['data']
type Create = z.output<(typeof examItems)['create']['body']>
type Update = z.output<(typeof examItems)['update']['body']>

/** Exams and knowledge checks as their authors see them, by id (EXM-005). */
export const loadAuthoredExams = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
): Promise<Map<number, Exam>> => {
  const rows = await loadExamRows(tx, portalId, ids)
  const pools = await loadAttachedPools(tx, portalId, ids)
  return new Map(
    rows.map((row) => {
      const attached = pools.get(row.id) ?? []
      const exam = {
        ...row,
        type: row.type as Exam['type'],
        questions_count: drawnCount(attached),
        lacks_questions: lacksQuestions(attached),
        question_pools: attached,
      }
      return [row.id, exam]
    }),
  )
}

const columnsOf = ({ title, description, attempts_number, passing_score, shuffle_questions, ...rest }: Update) => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description: cleanHtmlOrNull('full', description) }),
  ...(attempts_number !== undefined && { attempts_number }),
  ...(passing_score !== undefined && { passing_score }),
  ...(shuffle_questions !== undefined && { shuffle_questions }),
  ...(rest.time_limit_minutes !== undefined && { time_limit_minutes: rest.time_limit_minutes }),
  ...(rest.allows_offline !== undefined && { allows_offline: rest.allows_offline }),
})

/** What an outline item of type Exam or Survey is made of. */
export const examContent = (type: Exam['type']): ItemContent<Create, Update, Exam> => ({
  create: async ({ tx, ctx, course }: ItemCall, body) => {
    const columns = columnsOf(body)
    await requireTextPictures(tx, ctx, { description: columns.description })
    const row = await tx
      .insertInto('exams')
      .values({
        allows_offline: type === 'survey',
        ...columns,
        title: body.title,
        type,
        portal_id: course.portal_id,
        course_id: course.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  update: async ({ tx, ctx, course }, id, body) => {
    const columns = columnsOf(body)
    if (Object.keys(columns).length === 0) return
    await requireTextPictures(tx, ctx, { description: columns.description })
    await tx.updateTable('exams').set(columns).where('portal_id', '=', course.portal_id).where('id', '=', id).execute()
  },
  load: loadAuthoredExams,
})

/** The locked course of an exam, and the exam. */
const lockExam = async (tx: Tx, ctx: SignedIn, examId: number) => {
  const courseId = await loadCourseOfExam(tx, ctx.portal.id, examId)
  if (courseId === null) throw fail('not_found')
  const course = await reachAndLockContent(tx, ctx, { id: courseId })
  // Anyone who held the lock before may have removed the exam.
  if ((await loadCourseOfExam(tx, ctx.portal.id, examId)) === null) throw fail('not_found')
  return course
}

const finish = async (tx: Tx, ctx: SignedIn, courseId: number, action: string, changes: Record<string, unknown>) => {
  await touchCourse(tx, ctx, courseId)
  await logActivity(tx, ctx, { action, subject_type: 'course', subject_id: courseId, changes })
}

const answer = async (tx: Tx, portalId: number, examId: number): Promise<Exam> => {
  const exam = (await loadAuthoredExams(tx, portalId, [examId])).get(examId)
  if (!exam) throw fail('not_found')
  return exam
}

type Pair = { examId: number; id: number }

/**
 * Attaches a pool, or changes how many questions an attached one gives (QPL-008). A partner's course uses only pools of
 * its company, and its pools stand in no other course (QPL-013).
 */
export const attachPool = async (
  tx: Tx,
  ctx: SignedIn,
  { examId, id: poolId }: Pair,
  questionsCount: number | null,
): Promise<Exam> => {
  const course = await lockExam(tx, ctx, examId)
  const attached = (await loadAttachedPools(tx, ctx.portal.id, [examId])).get(examId) ?? []
  const isAttached = attached.some((pool) => pool.id === poolId)
  const pool = isAttached ? await loadPool(tx, ctx.portal.id, poolId) : await reachPool(tx, ctx, poolId)
  if (!pool) throw fail('not_found')
  if (pool.partner_company_id !== course.partner_company_id)
    throw fail('invalid', { fields: { question_pool_id: [errorText('not_in_options')] } })
  const at = { portal_id: ctx.portal.id, exam_id: examId, question_pool_id: poolId }
  await attachPoolRow(tx, at, questionsCount, attached.length + 1)
  const changes = { exam_id: examId, question_pool_id: poolId, questions_count: questionsCount }
  await finish(tx, ctx, course.id, 'course.attach-question-pool', changes)
  return answer(tx, ctx.portal.id, examId)
}

/** Detaches a pool; attempts already made keep their questions. */
export const detachPool = async (tx: Tx, ctx: SignedIn, { examId, id: poolId }: Pair): Promise<Exam> => {
  const course = await lockExam(tx, ctx, examId)
  const at = { portal_id: ctx.portal.id, exam_id: examId, question_pool_id: poolId }
  if (!(await detachPoolRow(tx, at))) throw fail('not_found')
  const changes = { exam_id: examId, question_pool_id: poolId }
  await finish(tx, ctx, course.id, 'course.detach-question-pool', changes)
  return answer(tx, ctx.portal.id, examId)
}

/** The exams and knowledge checks of a course that could not be started for want of questions, in outline order (EXM-029). */
export const findIncompleteExams = async (
  tx: Tx,
  portalId: number,
  courseId: number,
): Promise<{ id: number; title: string }[]> => {
  const ids = await loadExamIdsOfCourse(tx, portalId, courseId)
  const exams = await loadAuthoredExams(tx, portalId, ids)
  return ids.flatMap((id) => {
    const exam = exams.get(id)
    return exam?.lacks_questions ? [{ id, title: exam.title }] : []
  })
}
