import { requireTextPictures } from '#features/text-pictures/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { createQuestion, updateQuestion } from '../../contract.ts'
import { type AnswerInput, changeAnswers, checkAnswers, orderAnswers, type QuestionType } from '../../rules/question.ts'
import { reachAndLockPool, reachPool } from '../access.ts'
import {
  insertQuestion,
  loadQuestion,
  loadQuestionIds,
  type QuestionRow,
  saveAnswers,
  saveQuestionOrder,
  updatePoolRow,
  updateQuestionRow,
} from '../store.ts'

/** The order with one question at a place from 1 on; beyond the end means last, and so does no place. */
const placeAt = (ids: readonly number[], id: number, place: number | undefined): number[] => {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(place === undefined ? others.length : place - 1, 0, id)
}

/** Formatted text must show something (PGB-034). */
const cleanText = (text: string): string => {
  const clean = cleanHtmlOrNull('full', text)
  if (clean === null) throw fail('invalid', { fields: { text: [errorText('required')] } })
  return clean
}

const checkedAnswers = (type: QuestionType, answers: readonly AnswerInput[]): AnswerInput[] => {
  const errors = checkAnswers(type, answers)
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
  return orderAnswers(type, answers)
}

const finish = async (tx: Tx, ctx: SignedIn, action: string, questionId: number, poolId: number): Promise<void> => {
  await updatePoolRow(tx, ctx.portal.id, poolId, { updated_at: ctx.now })
  const changes = { question_id: questionId }
  await logActivity(tx, ctx, { action, subject_type: 'question_pool', subject_id: poolId, changes })
}

/** A question that the viewer may see through its pool. */
export const reachQuestion = async (tx: Tx, ctx: SignedIn, id: number): Promise<QuestionRow> => {
  const question = await loadQuestion(tx, ctx.portal.id, id)
  if (!question) throw fail('not_found')
  await reachPool(tx, ctx, question.question_pool_id)
  return question
}

const lockQuestion = async (tx: Tx, ctx: SignedIn, id: number): Promise<QuestionRow> => {
  const { question_pool_id: poolId } = await reachQuestion(tx, ctx, id)
  await reachAndLockPool(tx, ctx, poolId)
  // Read again under the lock: the question may have been removed in the meantime.
  const question = await loadQuestion(tx, ctx.portal.id, id)
  if (!question) throw fail('not_found')
  return question
}

/** Adds a question with its answers (QPL-004, QPL-005); the numbers in the pool stay 1 to n. */
export const addQuestion = async (
  tx: Tx,
  ctx: SignedIn,
  poolId: number,
  body: Input<typeof createQuestion>['body'],
): Promise<QuestionRow> => {
  await reachAndLockPool(tx, ctx, poolId)
  const portalId = ctx.portal.id
  const text = cleanText(body.text)
  const explanation = cleanHtmlOrNull('full', body.explanation)
  await requireTextPictures(tx, ctx, { text, explanation })
  const answers = checkedAnswers(body.type, body.answers)
  const { changes, errors } = changeAnswers([], answers)
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
  const ids = await loadQuestionIds(tx, portalId, poolId)
  const id = await insertQuestion(tx, {
    portal_id: portalId,
    question_pool_id: poolId,
    text,
    type: body.type,
    explanation,
    sort_number: ids.length + 1,
  })
  await saveAnswers(tx, portalId, id, changes, ctx.now)
  await saveQuestionOrder(tx, portalId, placeAt(ids, id, body.sort_number))
  await finish(tx, ctx, 'question-pool.add-question', id, poolId)
  return reachQuestion(tx, ctx, id)
}

/** Changes a question; answers named by id keep it, and attempts that are already graded stay unchanged. */
export const changeQuestion = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  body: Input<typeof updateQuestion>['body'],
): Promise<QuestionRow> => {
  const question = await lockQuestion(tx, ctx, id)
  const portalId = ctx.portal.id
  const type = body.type ?? question.type
  if (body.answers !== undefined || type !== question.type) {
    const answers = checkedAnswers(type, body.answers ?? question.answers)
    const present = question.answers.map((answer) => answer.id)
    const { changes, errors } = changeAnswers(present, answers)
    if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
    await saveAnswers(tx, portalId, id, changes, ctx.now)
  }
  const texts = {
    ...(body.text !== undefined && { text: cleanText(body.text) }),
    ...(body.explanation !== undefined && { explanation: cleanHtmlOrNull('full', body.explanation) }),
  }
  await requireTextPictures(tx, ctx, texts)
  await updateQuestionRow(tx, portalId, id, { type, ...texts })
  const { question_pool_id: poolId } = question
  if (body.sort_number !== undefined) {
    const ids = await loadQuestionIds(tx, portalId, poolId)
    await saveQuestionOrder(tx, portalId, placeAt(ids, id, body.sort_number))
  }
  await finish(tx, ctx, 'question-pool.update-question', id, poolId)
  return reachQuestion(tx, ctx, id)
}

/** Takes a question out of its pool; it is kept for the attempts that drew it (QPL-007). */
export const removeQuestion = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const { question_pool_id: poolId } = await lockQuestion(tx, ctx, id)
  await updateQuestionRow(tx, ctx.portal.id, id, { deleted_at: ctx.now })
  await saveQuestionOrder(tx, ctx.portal.id, await loadQuestionIds(tx, ctx.portal.id, poolId))
  await finish(tx, ctx, 'question-pool.remove-question', id, poolId)
}
