import { loadCompanyOf } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { isUsedByInstructor, loadPool, lockPool, type PoolRow } from './store.ts'

export type PoolCall = Pick<SignedIn, 'portal' | 'viewer' | 'scope'>

/** Tells which pools are the viewer's to change: any, the own company's, or those they made (ROL-027, ROL-039, QPL-013). */
export const ownership = async (tx: Tx, ctx: PoolCall): Promise<(pool: PoolRow) => boolean> => {
  if (ctx.scope === 'any') return () => true
  if (ctx.viewer.current_role !== 'partner') return (pool) => pool.created_by === ctx.viewer.user_id
  const company = await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id)
  return (pool) => company !== null && pool.partner_company_id === company
}

/**
 * The pool that the viewer may see; instructors see as well what the exams of their courses draw from. A foreign,
 * missing or unreachable one answers `not_found` (API-021).
 */
export const reachPool = async (tx: Tx, ctx: PoolCall, id: number): Promise<PoolRow> => {
  const pool = await loadPool(tx, ctx.portal.id, id)
  if (!pool) throw fail('not_found')
  const isOwn = await ownership(tx, ctx)
  if (isOwn(pool)) return pool
  const isTeacher = ctx.viewer.current_role !== 'partner'
  if (isTeacher && (await isUsedByInstructor(tx, ctx.portal.id, id, ctx.viewer.user_id))) return pool
  throw fail('not_found')
}

const requireOwn = async (tx: Tx, ctx: PoolCall, pool: PoolRow): Promise<PoolRow> => {
  const isOwn = await ownership(tx, ctx)
  if (!isOwn(pool)) throw fail('not_enough_permissions')
  return pool
}

/** The pool that the viewer may change; one they may only see answers `not_enough_permissions`. */
export const reachOwnPool = async (tx: Tx, ctx: PoolCall, id: number): Promise<PoolRow> =>
  requireOwn(tx, ctx, await reachPool(tx, ctx, id))

/** The same pool, locked. */
export const reachAndLockPool = async (tx: Tx, ctx: PoolCall, id: number): Promise<PoolRow> => {
  await reachPool(tx, ctx, id)
  const pool = await lockPool(tx, ctx.portal.id, id)
  if (!pool) throw fail('not_found')
  return requireOwn(tx, ctx, pool)
}
