import type { Context } from '#kernel/context.ts'
import { canonicalEmail } from '#kernel/email.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { generatePassword } from '#kernel/password.ts'
import type { Role } from '#kernel/permissions.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import { hashPassword } from '#platform/passwords.ts'
import { forgetViewer } from '#platform/viewers.ts'
import { sendNewAccount } from '../mails.ts'
import { findByEmail } from '../store.ts'

export type NewUser = { email: string; first_name?: string | null; last_name?: string | null }

/** Makes the person a member of the portal of the call; a member stays as they are. */
export const joinPortal = async (tx: Tx, ctx: Pick<Context, 'portal' | 'now'>, userId: number): Promise<void> => {
  await tx
    .insertInto('portal_users')
    .values({ portal_id: ctx.portal.id, user_id: userId, joined_at: ctx.now })
    // Who was removed comes back as somebody who joins now.
    .onConflict((conflict) =>
      conflict
        .columns(['portal_id', 'user_id'])
        .doUpdateSet({ left_at: null, is_blocked: false, joined_at: ctx.now })
        .where('portal_users.left_at', 'is not', null),
    )
    .execute()
}

/**
 * The person with this e-mail, as a member of the portal of the call. A new one gets a generated password, which is never
 * sent, and a mail with a link to set their own (CRT-024, AUT-048). Two calls at once make one person.
 */
export const findOrCreateUser = async (
  tx: Tx,
  ctx: Context,
  given: NewUser,
): Promise<{ user_id: number; is_new: boolean }> => {
  const email = canonicalEmail(given.email)
  if (email === null) throw fail('invalid', { fields: { email: [errorText('email_invalid')] } })
  const known = await findByEmail(tx, email)
  if (known) {
    await joinPortal(tx, ctx, known.id)
    return { user_id: known.id, is_new: false }
  }
  const made = await tx
    .insertInto('users')
    .values({
      email,
      first_name: given.first_name ?? null,
      last_name: given.last_name ?? null,
      password_hash: await hashPassword(generatePassword()),
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return findOrCreateUser(tx, ctx, given)
  await joinPortal(tx, ctx, made.id)
  await logActivity(tx, ctx, { action: 'user.create', subject_type: 'user', subject_id: made.id })
  await sendNewAccount(tx, ctx, { user_id: made.id, email, first_name: given.first_name ?? null })
  return { user_id: made.id, is_new: true }
}

/** Gives a member of the portal a role there; a role already held stays (ROL-003). */
export const giveRole = async (
  tx: Tx,
  ctx: Context,
  { user_id: userId, role }: { user_id: number; role: Role },
): Promise<void> => {
  const added = await tx
    .insertInto('portal_user_roles')
    .values({ portal_id: ctx.portal.id, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if ((added.numInsertedOrUpdatedRows ?? 0n) === 0n) return
  await logActivity(tx, ctx, { action: 'user.role_given', subject_type: 'user', subject_id: userId, changes: { role } })
  await forgetViewer(tx, userId)
}
