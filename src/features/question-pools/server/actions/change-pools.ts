import { loadCompanyOf } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { decideDeletePool } from '../../rules/question.ts'
import { reachAndLockPool } from '../access.ts'
import type { QuestionPoolPorts } from '../ports.ts'
import { detachEverywhere, insertPool, type PoolRow, updatePoolRow } from '../store.ts'

const log = (tx: Tx, ctx: SignedIn, action: string, { id, title }: { id: number; title: string }) =>
  logActivity(tx, ctx, { action, subject_type: 'question_pool', subject_id: id, changes: { title } })

const refuseCompany = () => fail('invalid', { fields: { partner_company_id: [errorText('not_in_options')] } })

/** The company a new pool belongs to (QPL-013): a partner's own; instructors make pools of the portal; others choose. */
const companyOf = async (tx: Tx, ctx: SignedIn, requestedId: number | null | undefined): Promise<number | null> => {
  if (ctx.scope === 'any') return requestedId ?? null
  const isPartner = ctx.viewer.current_role === 'partner'
  const own = isPartner ? await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id) : null
  // A partner without a company profile fills that in first (PAR-004).
  if (isPartner && own === null) throw fail('not_enough_permissions')
  if (requestedId !== undefined && requestedId !== own) throw refuseCompany()
  return own
}

/** Creates an empty pool. A company that is not of the portal is refused as a field error. */
export const createPool = async (
  tx: Tx,
  ctx: SignedIn,
  { title, partner_company_id: requestedId }: { title: string; partner_company_id?: number | null | undefined },
): Promise<PoolRow> => {
  const company = await companyOf(tx, ctx, requestedId)
  if (company !== null) {
    const known = await tx
      .selectFrom('partner_companies')
      .select('id')
      .where('portal_id', '=', ctx.portal.id)
      .where('id', '=', company)
      .executeTakeFirst()
    if (!known) throw refuseCompany()
  }
  const pool = await insertPool(tx, {
    portal_id: ctx.portal.id,
    title,
    partner_company_id: company,
    created_by: ctx.viewer.user_id,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await log(tx, ctx, 'question-pool.create', pool)
  return pool
}

export const renamePool = async (tx: Tx, ctx: SignedIn, id: number, title: string | undefined): Promise<void> => {
  const pool = await reachAndLockPool(tx, ctx, id)
  await updatePoolRow(tx, ctx.portal.id, id, { title, updated_at: ctx.now })
  await log(tx, ctx, 'question-pool.update', { ...pool, title: title ?? pool.title })
}

/**
 * Deletes a pool and takes it out of every exam, unless an exam it is attached to has attempts (QPL-007). Its questions
 * are kept for attempts made before it was detached.
 */
export const deletePool = async (tx: Tx, ctx: SignedIn, ports: QuestionPoolPorts, id: number): Promise<void> => {
  const pool = await reachAndLockPool(tx, ctx, id)
  const decision = decideDeletePool({ has_attempts: await ports.poolHasAttempts(tx, ctx.portal.id, id) })
  if (decision === 'refuse')
    throw fail('invalid', { message: 'The question pool is used in an exam that learners have taken.' })
  await detachEverywhere(tx, ctx.portal.id, id)
  await updatePoolRow(tx, ctx.portal.id, id, { deleted_at: ctx.now, updated_at: ctx.now })
  await log(tx, ctx, 'question-pool.delete', pool)
}
