import { findByEmail, markUsed, requireOwnLink } from '#features/accounts/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import type { Device } from '#platform/http/device.ts'
import { committing } from '#platform/http/route.ts'
import { hashPassword, isPassword } from '#platform/passwords.ts'
import type { Services } from '#platform/services.ts'
import { endSessions } from '../sessions.ts'
import { countWrongPassword, passwordTry, requirePasswordTry } from '../wrong-passwords.ts'

type NewPassword = { password: string; by: 'link' | 'person' | 'other'; kept_session_id?: number }

/**
 * Saves a new password, ends all other sessions of the account and invalidates its open reset links (AUT-050), in every
 * portal, since the account is the same in all of them. A password that came through a mailed link is known only to the
 * person, and proves that the e-mail is theirs; one that somebody else sets does not (USR-046).
 */
export const setPassword = async (
  tx: Tx,
  ctx: Context,
  userId: number,
  { password, by, ...exceptions }: NewPassword,
) => {
  const password_hash = await hashPassword(password)
  await overAllPortals(tx, async () => {
    await tx
      .updateTable('users')
      .set({ password_hash, updated_at: ctx.now, ...(by !== 'person' && { is_password_shared: by === 'other' }) })
      .where('id', '=', userId)
      .execute()
    if (by === 'link')
      await tx
        .updateTable('users')
        .set({ email_verified_at: ctx.now })
        .where('id', '=', userId)
        .where('email_verified_at', 'is', null)
        .execute()
    await tx
      .updateTable('link_tokens')
      .set({ used_at: ctx.now })
      .where('user_id', '=', userId)
      .where('type', '=', 'reset-password')
      .where('used_at', 'is', null)
      .execute()
    // Anyone who knew the former password has to take the second step again, wherever they took it (AUT-064), and a sign-in
    // that began with it does not go on.
    await tx.deleteFrom('trusted_devices').where('user_id', '=', userId).execute()
    await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute()
    await endSessions(tx, ctx, userId, {
      reason: 'password changed',
      ...(exceptions.kept_session_id && { except_session_id: exceptions.kept_session_id }),
    })
  })
}

/** Throws where this person signs in at a provider instead; people of the platform have passwords everywhere (SSO-011). */
const requirePasswords = async (
  tx: Tx,
  ctx: Context,
  email: string,
  providerInstead: Services['providerInsteadOfPassword'],
): Promise<void> => {
  const provider = await providerInstead(tx, ctx.portal.id, email)
  const isOfPlatform = (await findByEmail(tx, email))?.platform_role != null
  if (provider !== null && !isOfPlatform) throw fail('password_sign_in_off', { params: { provider } })
}

/** Sets a new password from a link, once; opening the link proves that the e-mail is theirs. */
export const resetPassword = async (
  tx: Tx,
  ctx: Context,
  input: { token?: string | undefined; email?: string | undefined; password: string },
  providerInstead: Services['providerInsteadOfPassword'],
) => {
  const link = await requireOwnLink(tx, ctx, 'reset-password', input.token)
  if (input.email && input.email !== link.email) throw fail('token_invalid')
  await requirePasswords(tx, ctx, link.email, providerInstead)
  await markUsed(tx, ctx, link.id)
  await setPassword(tx, ctx, link.user_id, { password: input.password, by: 'link' })
  await logActivity(tx, ctx, { action: 'password.reset', subject_type: 'user', subject_id: link.user_id })
  return { email: link.email, user_id: link.user_id }
}

/**
 * Changes one's own password. A wrong old one is refused (AUT-014) and counts like one at sign-in (AUT-054). This
 * session continues, all others end.
 */
export const changePassword = async (
  tx: Tx,
  ctx: SignedIn,
  input: { old_password: string; password: string },
  { device, providerInstead }: { device: Device | null; providerInstead: Services['providerInsteadOfPassword'] },
): Promise<void> => {
  // What goes with a badge is changed by a call of its own (BDG-020).
  if (ctx.viewer.email === null) throw fail('badge_session')
  await requirePasswords(tx, ctx, ctx.viewer.email, providerInstead)
  const account = await findByEmail(tx, ctx.viewer.email)
  if (!account) throw fail('old_password_incorrect')
  const tried = passwordTry(ctx, account.email, account.id, device)
  await requirePasswordTry(tx, tried, ctx.now)
  if (!(await isPassword(input.old_password, account.password_hash))) {
    await countWrongPassword(tx, tried, ctx.now)
    throw committing(fail('old_password_incorrect'))
  }
  await setPassword(tx, ctx, account.id, {
    password: input.password,
    by: 'person',
    kept_session_id: ctx.viewer.session_id,
  })
  await logActivity(tx, ctx, { action: 'password.change', subject_type: 'user', subject_id: account.id })
}
