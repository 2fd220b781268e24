import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import { copyRows } from '#platform/db/copying/copy-rows.ts'
import type { Tx } from '#platform/db/db.ts'

/**
 * Copies pools with their questions and answers, those that were deleted left out. Nobody changes a pool meanwhile; the copy
 * belongs to the person who makes it, and its title says that it is one.
 */
export const copyPools = async (tx: Tx, ctx: SignedIn, ids: readonly number[]) => {
  const portal_id = ctx.portal.id
  if (ids.length > 0)
    await tx
      .selectFrom('question_pools')
      .select('id')
      .where('portal_id', '=', portal_id)
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  const pools = await copyRows(tx, 'question_pools', {
    portal_id,
    ids,
    columns: ['partner_company_id'],
    set: {
      title: sql`left(t.title, 195) || ' copy'`,
      created_by: ctx.viewer.user_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    },
    is_live: true,
  })
  const questions = await copyRows(tx, 'questions', {
    portal_id,
    columns: ['text', 'type', 'explanation', 'sort_number'],
    moved: { question_pool_id: pools },
    is_live: true,
  })
  await copyRows(tx, 'question_answers', {
    portal_id,
    columns: ['text', 'is_correct', 'sort_number'],
    moved: { question_id: questions },
    is_live: true,
  })
  return { pools, questions }
}
