import { loadCompanyOf } from '#features/courses/server/api.ts'
import { accessOf, type Permission } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { parseSort } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { ownership, reachPool } from './access.ts'
import { createPool, deletePool, renamePool } from './actions/change-pools.ts'
import { addQuestion, changeQuestion, reachQuestion, removeQuestion } from './actions/change-questions.ts'
import { countQuestions, listPoolRows, loadQuestions, type PoolFilter } from './store.ts'

const may = ({ viewer }: SignedIn, permission: Permission) =>
  accessOf(viewer.current_role, permission, { toggles: viewer.toggles }) !== 'none'

const abilitiesOf = (ctx: SignedIn, isOwn: boolean) => ({
  update: isOwn && may(ctx, 'question-pools.update'),
  delete: isOwn && may(ctx, 'question-pools.delete'),
})

const presentPool = async (tx: Tx, ctx: SignedIn, id: number) => {
  const pool = await reachPool(tx, ctx, id)
  const isOwn = await ownership(tx, ctx)
  const questions = await loadQuestions(tx, ctx.portal.id, id)
  return { ...pool, questions_count: questions.length, questions, abilities: abilitiesOf(ctx, isOwn(pool)) }
}

/** What a list is narrowed to for those who reach their own pools only (ROL-027, QPL-013). */
const ownFilter = async (tx: Tx, ctx: SignedIn, filter: PoolFilter): Promise<PoolFilter> => {
  if (ctx.scope === 'any') return filter
  if (ctx.viewer.current_role !== 'partner') return { ...filter, instructor_id: ctx.viewer.user_id }
  // No company has the id 0: a partner without one sees an empty list.
  return { ...filter, partner_company_id: (await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id)) ?? 0 }
}

/** The calls of question pools; functions of slices above are passed in. */
export const routes = (services: Services): Route[] => [
  route(contract.listQuestionPools, async ({ tx, ctx, query }) => {
    const { cursor, per_page, sort, ...filter } = query
    const order = parseSort(sort, ['id', 'title'])
    const { data, meta } = await listPoolRows(tx, ctx.portal.id, await ownFilter(tx, ctx, filter), {
      cursor,
      per_page,
      sort,
      keys: order?.field === 'title' ? [{ name: 'title', type: 'text', expression: 'title collate "C"' }] : [],
      direction: order?.is_descending ? 'desc' : 'asc',
    })
    const counts = await countQuestions(
      tx,
      ctx.portal.id,
      data.map((pool) => pool.id),
    )
    const isOwn = await ownership(tx, ctx)
    const shown = data.map((pool) => ({
      ...pool,
      questions_count: counts.get(pool.id) ?? 0,
      abilities: abilitiesOf(ctx, isOwn(pool)),
    }))
    return { data: shown, meta }
  }),
  route(contract.createQuestionPool, async ({ tx, ctx, body }) => {
    const { id } = await createPool(tx, ctx, body)
    return { data: await presentPool(tx, ctx, id) }
  }),
  route(contract.showQuestionPool, async ({ tx, ctx, params }) => ({ data: await presentPool(tx, ctx, params.id) })),
  route(contract.updateQuestionPool, async ({ tx, ctx, params, body }) => {
    await renamePool(tx, ctx, params.id, body.title)
    return { data: await presentPool(tx, ctx, params.id) }
  }),
  route(contract.deleteQuestionPool, async ({ tx, ctx, params }) => {
    await deletePool(tx, ctx, services, params.id)
    return undefined
  }),

  route(contract.createQuestion, async ({ tx, ctx, params, body }) => ({
    data: await addQuestion(tx, ctx, params.id, body),
  })),
  route(contract.showQuestion, async ({ tx, ctx, params }) => ({ data: await reachQuestion(tx, ctx, params.id) })),
  route(contract.updateQuestion, async ({ tx, ctx, params, body }) => ({
    data: await changeQuestion(tx, ctx, params.id, body),
  })),
  route(contract.deleteQuestion, async ({ tx, ctx, params }) => {
    await removeQuestion(tx, ctx, params.id)
    return undefined
  }),
]
