import { badgeTry, countWrongPassword, endSessions, requirePasswordTry } from '#features/sessions/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Device } from '#platform/http/device.ts'
import { committing } from '#platform/http/route.ts'
import { isPassword } from '#platform/passwords.ts'
import { forgetTrust, loadHolder } from '../store.ts'
import { requireTaken } from '../switch.ts'
import { countWrongTry, requireUnlocked } from '../wrong-tries.ts'
import { requireSecret, save } from './sign-in.ts'

/**
 * The holder of the viewer's own badge, whose PIN or password this is. A wrong one is `badge_incorrect` at the field, and counts
 * for pauses and lock as at the sign-in (BDG-018).
 */
export const requireOwnSecret = async (
  tx: Tx,
  ctx: SignedIn,
  { secret, field }: { secret: string; field: string },
  device: Device | null,
) => {
  requireTaken(ctx.host_portal)
  const at = { portal_id: ctx.host_portal.id, user_id: ctx.viewer.user_id }
  const holder = await loadHolder(tx, at.portal_id, at.user_id)
  if (!holder?.secret_hash) throw fail('not_found')
  const tried = badgeTry(ctx, holder.number, at.user_id, device)
  await requirePasswordTry(tx, tried, ctx.now)
  // Read again behind the lock of the tries, as at the sign-in.
  const current = await loadHolder(tx, at.portal_id, at.user_id)
  if (!current?.secret_hash) throw fail('not_found')
  await requireUnlocked(tx, ctx, at, tried.device)
  if (!(await isPassword(secret, current.secret_hash))) {
    await countWrongPassword(tx, tried, ctx.now)
    await countWrongTry(tx, at, tried.device, ctx.now)
    throw committing(fail('badge_incorrect', { field }))
  }
  return current
}

/** Changes the PIN or password of the own badge; other sessions of the portal end (BDG-020). */
export const changeSecret = async (
  tx: Tx,
  ctx: SignedIn,
  { old_secret: oldSecret, secret }: { old_secret: string; secret: string },
  device: Device | null,
): Promise<void> => {
  const current = await requireOwnSecret(tx, ctx, { secret: oldSecret, field: 'old_secret' }, device)
  const at = { portal_id: ctx.host_portal.id, user_id: ctx.viewer.user_id }
  requireSecret(secret, current.number, ctx.viewer.roles)
  await save(tx, ctx, current, secret)
  await forgetTrust(tx, at)
  await endSessions(tx, ctx, at.user_id, {
    reason: 'password changed',
    portal_id: at.portal_id,
    except_session_id: ctx.viewer.session_id,
  })
  await logActivity(tx, ctx, { action: 'badge.change-secret', subject_type: 'user', subject_id: at.user_id })
}

/** Whether this is what goes with the viewer's own badge; a wrong one counts for its lock (BDG-018), the caller counts it for the pauses (BDG-023). */
export const isOwnBadgeSecret = async (
  tx: Tx,
  ctx: SignedIn,
  secret: string,
  device: Device | null,
): Promise<boolean> => {
  const at = { portal_id: ctx.host_portal.id, user_id: ctx.viewer.user_id }
  const holder = await loadHolder(tx, at.portal_id, at.user_id)
  const { device: known } = badgeTry(ctx, holder?.number ?? '', at.user_id, device)
  if (holder?.secret_hash) await requireUnlocked(tx, ctx, at, known)
  const isRight = await isPassword(secret, holder?.secret_hash ?? null)
  if (!isRight) await countWrongTry(tx, at, known, ctx.now)
  return isRight
}
