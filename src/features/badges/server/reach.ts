import {
  changeableAmong,
  type Member,
  ownAmong,
  reachFor,
  requireChangeable,
  requireMember,
  requireOwnAlone,
  rolesShown,
} from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { AppError, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { mayManagerStart } from '../rules/who-may.ts'

/** Whether `check` lets something happen; what it cannot decide is thrown, and with `throwsUnknown` also that a record is unknown. */
export const isAllowed = async (
  check: () => Promise<unknown>,
  { throwsUnknown = false }: { throwsUnknown?: boolean } = {},
): Promise<boolean> => {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof AppError && (error.status === 403 || (error.status === 404 && !throwsUnknown))) return false
    throw error
  }
}

/**
 * Somebody to whom the viewer may give a start code (BDG-013): as for a password, and for managers those of their own people who
 * look after nobody and have no e-mail.
 */
export const requireStartable = async (tx: Tx, ctx: SignedIn, id: number): Promise<Member> => {
  if (id === ctx.viewer.user_id) throw fail('not_enough_permissions')
  if (ctx.scope === 'own') {
    const member = await requireMember(tx, ctx, id)
    if (!mayManagerStart({ roles: rolesShown(member), has_email: member.email !== null }))
      throw fail('not_enough_permissions')
    if (!(await changeableAmong(tx, ctx, [id])).has(id)) throw fail('not_enough_permissions')
    return member
  }
  const { member, lives_elsewhere: livesElsewhere } = await requireChangeable(tx, ctx, id)
  requireOwnAlone(ctx, livesElsewhere)
  return member
}

/** Those of these members whom `requireStartable` would let through for somebody who looks after everybody. */
export const startableAmong = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<Set<number>> =>
  reachFor(ctx, 'users.update') === 'any'
    ? ownAmong(
        tx,
        ctx,
        ids.filter((id) => id !== ctx.viewer.user_id),
      )
    : new Set()
