import { findById } from '#features/accounts/server/api.ts'
import { isInGroup } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { endSession, firstRole, rolesOf, startSession } from '../sessions.ts'

/**
 * Lets a super admin act as a person of this portal, never as a super admin (AUT-022). The person's own session
 * continues.
 */
export const startImpersonation = async (tx: Tx, ctx: SignedIn, userId: number) => {
  if (!isInGroup(ctx.viewer.current_role, 'super_admins') || ctx.viewer.is_token) throw fail('not_enough_permissions')
  const person = await findById(tx, ctx.host_portal.id, userId)
  if (!person) throw fail('not_found')
  if (person.platform_role) throw fail('not_enough_permissions')
  const role = firstRole(await rolesOf(tx, ctx.host_portal.id, person))
  await logActivity(tx, ctx, { action: 'impersonation.start', subject_type: 'user', subject_id: userId })
  const token = await startSession(tx, ctx, { user_id: userId, role, impersonator_id: ctx.viewer.user_id })
  return { token, role }
}

/** Ends an impersonation and signs the super admin in again as themselves. */
export const endImpersonation = async (tx: Tx, ctx: SignedIn) => {
  const superAdminId = ctx.viewer.impersonator_id
  if (!superAdminId) throw fail('not_enough_permissions')
  await logActivity(tx, ctx, { action: 'impersonation.end', subject_type: 'user', subject_id: ctx.viewer.user_id })
  await endSession(tx, ctx, ctx.viewer.session_id, ctx.viewer.user_id, 'impersonation ended')
  const person = await findById(tx, ctx.host_portal.id, superAdminId)
  if (!person) throw fail('unauthorized')
  const role = firstRole(await rolesOf(tx, ctx.host_portal.id, person))
  const token = await startSession(tx, ctx, { user_id: superAdminId, role })
  return { token, role }
}
