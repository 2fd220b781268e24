import { findByEmail, findById, markUsed, requireLink } from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { AppError, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { hashToken } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'

type TokenCheck = { token?: string | undefined; type: 'reset-password' | 'invite' | 'verify-email' | 'change-email' }

/** A verification link that was used and whose e-mail is verified says so instead of "invalid" (AUT-045, ERR-052). */
const isVerifiedAlready = async (tx: Tx, ctx: Context, token: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('link_tokens')
    .innerJoin('users', 'users.id', 'link_tokens.user_id')
    .select('users.email_verified_at')
    .where('link_tokens.portal_id', '=', ctx.portal.id)
    .where('link_tokens.token_hash', '=', hashToken(token))
    .where('link_tokens.type', '=', 'verify-email')
    .executeTakeFirst()
  return row?.email_verified_at != null
}

const openLink = async (tx: Tx, ctx: Context, { token, type }: TokenCheck) => {
  try {
    return await requireLink(tx, ctx, type, token)
  } catch (error) {
    const isUsed = error instanceof AppError && error.code === 'token_invalid'
    if (isUsed && token && type === 'verify-email' && (await isVerifiedAlready(tx, ctx, token)))
      throw fail('email_already_verified')
    throw error
  }
}

/** Says where somebody signs in whose e-mail takes no password here; people of the platform keep theirs (SSO-011, SSO-023). */
const requirePassword = async (
  tx: Tx,
  ctx: Context,
  email: string,
  providerInstead: Services['providerInsteadOfPassword'],
): Promise<void> => {
  const provider = await providerInstead(tx, ctx.portal.id, email)
  const isOfPlatform = email !== '' && (await findByEmail(tx, email))?.platform_role != null
  if (provider !== null && !isOfPlatform) throw fail('password_sign_in_off', { params: { provider } })
}

/**
 * The e-mail of a link (AUT-016). Links that only have to be opened take effect here: an e-mail becomes verified, a
 * changed e-mail becomes the account's own (AUT-045, AUT-051).
 */
export const verifyToken = async (
  tx: Tx,
  ctx: Context,
  check: TokenCheck,
  providerInstead: Services['providerInsteadOfPassword'],
): Promise<{ email: string }> => {
  const link = await openLink(tx, ctx, check).catch(async (error: unknown) => {
    // Where nobody uses a password, a link that is spent leads to no new one either.
    if (check.type === 'reset-password') await requirePassword(tx, ctx, '', providerInstead)
    throw error
  })
  if (check.type === 'reset-password') await requirePassword(tx, ctx, link.email, providerInstead)
  if (check.type === 'reset-password' || check.type === 'invite') return { email: link.email }
  const person = link.user_id === null ? null : await findById(tx, ctx.portal.id, link.user_id)
  if (!person) throw fail('token_invalid')
  if (check.type === 'verify-email' && person.email_verified_at) throw fail('email_already_verified')
  const other = await findByEmail(tx, link.email)
  if (other && other.id !== person.id) throw fail('conflict', { message: 'This email is already in use.' })
  await markUsed(tx, ctx, link.id)
  await overAllPortals(tx, () =>
    tx
      .updateTable('users')
      .set({ email: link.email, email_verified_at: ctx.now, updated_at: ctx.now })
      .where('id', '=', person.id)
      .execute(),
  )
  await logActivity(tx, ctx, {
    action: check.type === 'verify-email' ? 'user.verify_email' : 'user.change_email',
    subject_type: 'user',
    subject_id: person.id,
  })
  await forgetViewer(tx, person.id)
  return { email: link.email }
}
