import { reachCourse } from '#features/courses/server/api.ts'
import { loadEnrollment } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { type Reached, reachQuestion, reachQuestions, requireQuestions } from './access.ts'
import { changeQuestion } from './actions/change-question.ts'
import { askQuestion, writeMessage } from './actions/write-message.ts'
import { presentMessage, presentQuestion } from './present.ts'
import { listMessageRows, listQuestionRows, loadCategories, loadCounters, loadFiles } from './store.ts'

/** Whether the viewer can write still: the learner while the enrollment can be read, the others always. */
const canWrite = async (tx: Tx, ctx: SignedIn, { is_learner: isLearner, question }: Reached): Promise<boolean> =>
  !isLearner || (await loadEnrollment(tx, ctx, question.related_id))?.is_readable === true

/** The calls of course questions. */
export const routes = ({ secret, files }: Services): Route[] => [
  route(contract.listCourseQuestions, async ({ tx, ctx, params, query }) => {
    const { course, is_learner: isLearner } = await reachQuestions(tx, ctx, params.slug)
    const filter = {
      course_id: course.id,
      category_id: query.categoryId,
      status: query.status,
      ...(isLearner && { user_id: ctx.viewer.user_id }),
    }
    const [{ data, meta }, categories] = await Promise.all([
      listQuestionRows(tx, ctx.portal.id, ctx.viewer.user_id, filter, query),
      loadCategories(tx, ctx.portal.id),
    ])
    return { data: data.map(presentQuestion), meta: { ...meta, categories } }
  }),
  route(contract.createCourseQuestion, async ({ tx, ctx, params, body, files: uploads }) => ({
    data: presentQuestion(await askQuestion(tx, ctx, files, { ...body, slug: params.slug }, { ...body, uploads })),
  })),
  route(contract.showCourseQuestion, async ({ tx, ctx, params, query }) => {
    const reached = await reachQuestion(tx, ctx, params)
    const { question, course } = reached
    const { data, meta } = await listMessageRows(tx, ctx.portal.id, question.id, query.cursor)
    const [attached, write] = await Promise.all([
      loadFiles(
        tx,
        ctx.portal.id,
        data.map(({ id }) => id),
      ),
      canWrite(tx, ctx, reached),
    ])
    const messages = data.map((row) => presentMessage(secret, ctx, question, row, attached.get(row.id) ?? []))
    return {
      data: {
        ...presentQuestion(question),
        course_title: course.title,
        messages: messages.reverse(),
        older_cursor: meta.next_cursor,
        abilities: { write, close: write },
      },
    }
  }),
  route(contract.createQuestionMessage, async ({ tx, ctx, params, body, files: uploads }) => {
    const { message, question } = await writeMessage(tx, ctx, files, params, { ...body, uploads })
    const attached = await loadFiles(tx, ctx.portal.id, [message.id])
    return { data: presentMessage(secret, ctx, question, message, attached.get(message.id) ?? []) }
  }),
  route(contract.updateCourseQuestion, async ({ tx, ctx, params, body }) => ({
    data: presentQuestion(await changeQuestion(tx, ctx, params, body)),
  })),
  route(contract.showQuestionCounters, async ({ tx, ctx, params }) => {
    requireQuestions(ctx)
    const course = await reachCourse(tx, ctx, params)
    return { data: await loadCounters(tx, ctx.portal.id, course.id) }
  }),
]
