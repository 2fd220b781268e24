import { reachCourse } from '#features/courses/server/api.ts'
import { loadCourseOfExam } from '#features/exams/server/api.ts'
import { reachQuestion } from '#features/question-pools/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { type AnswerGroup, fold, optionsOf } from '../rules/fold.ts'
import {
  loadAttemptSums,
  loadAttemptVersions,
  loadCopies,
  loadExamGroups,
  loadExamTitles,
  loadItemSums,
  loadLearnersByVersion,
  loadOrder,
  loadOutlineOf,
  loadQuestionGroups,
  loadUnanswered,
} from './store.ts'

const sumsOf = (groups: readonly AnswerGroup[]) => {
  const { picked: _, ...sums } = fold(groups)
  return sums
}

/** The answers in an exam of a course that the viewer reaches, from attempts that a reset took out as well. */
const examStatistics = async (tx: Tx, ctx: SignedIn, examId: number, version: number | null) => {
  const portalId = ctx.portal.id
  const courseId = await loadCourseOfExam(tx, portalId, examId)
  if (courseId === null) throw fail('not_found')
  await reachCourse(tx, ctx, { id: courseId })
  const exam = await tx
    .selectFrom('exams')
    .select('type')
    .where('portal_id', '=', portalId)
    .where('id', '=', examId)
    .executeTakeFirstOrThrow()
  const at = { portal_id: portalId, exam_id: examId, version }
  const sums = await loadAttemptSums(tx, at)
  const versions = await loadAttemptVersions(tx, portalId, examId)
  const groups = await loadExamGroups(tx, at)
  const unanswered = await loadUnanswered(tx, at)
  const copies = Map.groupBy(await loadCopies(tx, portalId, groups), ({ question_id: id }) => id)
  const byQuestion = Map.groupBy(groups, ({ question_id: id }) => id)
  const order = await loadOrder(tx, portalId, examId, [...byQuestion.keys()])
  return {
    exam_id: examId,
    type: exam.type as 'exam' | 'survey',
    version,
    versions,
    ...sums,
    questions: order.flatMap((id) => {
      const own = (copies.get(id) ?? []).toSorted((a, b) => b.attempt_id - a.attempt_id)
      const [newest] = own
      if (!newest) return []
      const { picked, ...counted } = fold(byQuestion.get(id) ?? [])
      const { type, text } = newest
      return [{ id, type, text, unanswered: unanswered.get(id) ?? 0, ...counted, options: optionsOf(own, picked) }]
    }),
  }
}

/** The answers to a question of a pool that the viewer reaches, in every exam that asked it. */
const questionStatistics = async (tx: Tx, ctx: SignedIn, id: number) => {
  const question = await reachQuestion(tx, ctx, id)
  const groups = await loadQuestionGroups(tx, ctx.portal.id, id)
  const copies = await loadCopies(tx, ctx.portal.id, groups)
  const exams = await loadExamTitles(tx, ctx.portal.id, [...new Set(groups.map(({ exam_id: exam }) => exam))])
  const { picked, ...sums } = fold(groups)
  // What the pool offers today comes first, whether anybody has seen it yet or not.
  const today = { attempt_id: Number.MAX_SAFE_INTEGER, question_id: id, type: question.type, text: question.text }
  const uses = [...Map.groupBy(groups, (group) => `${group.exam_id}/${group.version}`).values()]
  return {
    question_id: id,
    ...sums,
    options: optionsOf([{ ...today, answers: question.answers }, ...copies], picked).map(
      ({ id: answerId, text, is_correct, picked: count }) => ({ id: answerId, text, is_correct, picked: count }),
    ),
    uses: uses
      .flatMap((own) => {
        const exam = exams.find((one) => one.id === own[0]?.exam_id)
        if (!exam || !own[0]) return []
        const { version } = own[0]
        return [{ exam_id: exam.id, exam_title: exam.title, course_title: exam.course_title, version, ...sumsOf(own) }]
      })
      .sort((a, b) => a.exam_id - b.exam_id || b.version - a.version),
  }
}

/** How far learners came in each item of a course that the viewer reaches. */
const itemStatistics = async (tx: Tx, ctx: SignedIn, slug: string, version: number | null) => {
  const course = await reachCourse(tx, ctx, { slug })
  const { newest_version: newest } = course
  if (version !== null && version > newest) throw fail('not_found')
  const portalId = ctx.portal.id
  const versions = await loadLearnersByVersion(tx, portalId, course.id)
  const outline = await loadOutlineOf(tx, portalId, course.id, version ?? newest)
  const sums = await loadItemSums(tx, { portal_id: portalId, course_id: course.id, version })
  const learners = versions
    .filter((one) => version === null || one.version === version)
    .reduce((sum, one) => sum + one.learners, 0)
  const sumsByItem = new Map(sums.map((one) => [`${one.item_type}/${one.item_id}`, one]))
  return {
    version,
    versions,
    learners,
    items: outline.map((item) => {
      const own = sumsByItem.get(`${item.item_type}/${item.item_id}`)
      return {
        ...item,
        started: own?.started ?? 0,
        finished: own?.finished ?? 0,
        median_seconds: own?.median_seconds ?? null,
      }
    }),
  }
}

/** The calls with which authors see how their exams, questions and items do. */
export const routes = (): Route[] => [
  route(contract.showExamStatistics, async ({ tx, ctx, params, query }) => ({
    data: await examStatistics(tx, ctx, params.examId, query.version ?? null),
  })),
  route(contract.showQuestionStatistics, async ({ tx, ctx, params }) => ({
    data: await questionStatistics(tx, ctx, params.id),
  })),
  route(contract.showItemStatistics, async ({ tx, ctx, params, query }) => ({
    data: await itemStatistics(tx, ctx, params.slug, query.version ?? null),
  })),
]
