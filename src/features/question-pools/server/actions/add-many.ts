import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { checkAnswers, orderAnswers, type QuestionType } from '../../rules/question.ts'
import { hideQuestions, insertQuestions, loadQuestionIds, saveQuestionOrder, updatePoolRow } from '../store.ts'

type NewQuestion = {
  type: QuestionType
  text: string
  answers: { text: string; is_correct: boolean }[]
  explanation: string | null
}

/**
 * Adds questions to the end of a pool that the caller has locked, and answers their ids in the same order. Their texts are
 * clean; answers that no question may have are refused (QPL-004, QPL-005).
 */
export const addQuestions = async (
  tx: Tx,
  ctx: SignedIn,
  poolId: number,
  questions: readonly NewQuestion[],
): Promise<number[]> => {
  if (questions.length === 0) return []
  const ordered = questions.map((question) => ({
    ...question,
    answers: orderAnswers(question.type, question.answers),
  }))
  for (const { type, answers } of ordered) {
    const errors = checkAnswers(type, answers)
    if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
  }
  const { length } = await loadQuestionIds(tx, ctx.portal.id, poolId)
  const ids = await insertQuestions(tx, { portal_id: ctx.portal.id, question_pool_id: poolId }, ordered, length + 1)
  await updatePoolRow(tx, ctx.portal.id, poolId, { updated_at: ctx.now })
  return ids
}

/** Takes questions out of a pool that the caller has locked; attempts that drew them keep them (QPL-007). */
export const removeQuestions = async (tx: Tx, ctx: SignedIn, poolId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await hideQuestions(tx, ctx.portal.id, poolId, ids, ctx.now)
  await saveQuestionOrder(tx, ctx.portal.id, await loadQuestionIds(tx, ctx.portal.id, poolId))
  await updatePoolRow(tx, ctx.portal.id, poolId, { updated_at: ctx.now })
}
