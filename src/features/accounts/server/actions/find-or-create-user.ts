import { sql } from 'kysely'
import { generatePassword } from '#kernel/access/password.ts'
import type { Role } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { canonicalEmail } from '#kernel/email.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { countChange } from '#platform/db/record-versions.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { hashPassword } from '#platform/passwords.ts'
import { sendNewAccount } from '../mails.ts'
import { providerFor } from '../passwords-off.ts'
import { findByEmail } from '../store.ts'
import { joinPortal, keepWelcome, type Names, saveMember } from './join-portal.ts'

export type NewUser = Names & { email: string }
type Way = { has_password?: boolean; is_inactive?: boolean }

/**
 * The person with this e-mail, as a member of the portal of the call, which knows them by the names given here (USR-045).
 * A new one gets a generated password, which is never sent, and a mail with a link to set their own (CRT-024, AUT-048).
 * Two calls at once make one person. Without a password nobody can guess one either, and thousands are made in minutes.
 * Somebody who signs in at a provider gets none (SSO-024). Somebody inactive gets the mail when they are activated (PRV-020).
 */
export const findOrCreateUser = async (
  tx: Tx,
  ctx: Context,
  { email: typedEmail, ...names }: NewUser,
  { has_password: hasPassword = true, is_inactive: isInactive = false }: Way = {},
): Promise<{ user_id: number; is_new: boolean }> => {
  const email = canonicalEmail(typedEmail)
  if (email === null) throw fail('invalid', { fields: { email: [errorText('email_invalid')] } })
  const known = await findByEmail(tx, email)
  if (known) {
    await joinPortal(tx, ctx, known.id, names, isInactive)
    return { user_id: known.id, is_new: false }
  }
  const isAsked = hasPassword && (await providerFor(tx, ctx.portal.id, email)) === null
  const passwordHash = isAsked ? await hashPassword(generatePassword()) : null
  const { rows } = await sql<{ id: number | null }>`
    select create_account(${email}, ${passwordHash}, ${ctx.now}) as id`.execute(tx)
  const id = rows[0]?.id
  if (!id) return findOrCreateUser(tx, ctx, { email, ...names }, { has_password: hasPassword, is_inactive: isInactive })
  await saveMember(tx, ctx, id, names)
  await logActivity(tx, ctx, { action: 'user.create', subject_type: 'user', subject_id: id })
  await (isInactive
    ? keepWelcome(tx, ctx, id)
    : sendNewAccount(tx, ctx, { user_id: id, email, first_name: names.first_name ?? null }))
  return { user_id: id, is_new: true }
}

/**
 * Makes the account of somebody without an e-mail, as a member of the portal (BDG-001): it is in no other portal, and what opens
 * it is the badge that the caller gives.
 */
export const createWithoutEmail = async (tx: Tx, ctx: Context, names: Names): Promise<number> => {
  const missing = (['first_name', 'last_name'] as const).filter((field) => !names[field]?.trim())
  if (missing.length > 0)
    throw fail('invalid', { fields: Object.fromEntries(missing.map((field) => [field, [errorText('required')]])) })
  const { rows } = await sql<{ id: number }>`select create_account(null, null, ${ctx.now}) as id`.execute(tx)
  const [row] = rows
  if (!row) throw new TypeError('An account without an e-mail is always made')
  await saveMember(tx, ctx, row.id, names)
  await logActivity(tx, ctx, { action: 'user.create', subject_type: 'user', subject_id: row.id })
  return row.id
}

/**
 * Makes the account of somebody who has opened a mailed link and chosen a password, as a member of the portal: the e-mail is
 * verified by that, and no further mail is needed (MGR-008). `conflict` when somebody has the e-mail by now.
 */
export const createOwnAccount = async (
  tx: Tx,
  ctx: Context,
  { email, password, ...names }: NewUser & { password: string },
): Promise<number> => {
  const { rows } = await sql<{ id: number | null }>`
    select create_account(${email}, ${await hashPassword(password)}, ${ctx.now}) as id`.execute(tx)
  const id = rows[0]?.id
  if (!id) throw fail('conflict', { message: 'This email has an account by now. Sign in to accept the invitation.' })
  await saveMember(tx, ctx, id, names)
  await overAllPortals(tx, () =>
    tx.updateTable('users').set({ email_verified_at: ctx.now }).where('id', '=', id).execute(),
  )
  await logActivity(tx, ctx, { action: 'user.create', subject_type: 'user', subject_id: id })
  return id
}

/**
 * Makes the account of somebody whom a provider of the portal has named, as a member of the portal: without a password and
 * without a mail. Where the portal has not proved the domain of the e-mail, its provider is a way in that others may have, as a
 * password that somebody else has set. Null when somebody has the e-mail by now.
 */
export const createNamedAccount = async (
  tx: Tx,
  ctx: Context,
  { email, is_proved: isProved, ...names }: NewUser & { is_proved: boolean },
): Promise<number | null> => {
  const { rows } = await sql<{ id: number | null }>`
    select create_account(${email}, ${null}, ${ctx.now}) as id`.execute(tx)
  const id = rows[0]?.id
  if (!id) return null
  await saveMember(tx, ctx, id, names)
  await overAllPortals(tx, () =>
    tx
      .updateTable('users')
      .set(isProved ? { email_verified_at: ctx.now } : { is_password_shared: true })
      .where('id', '=', id)
      .execute(),
  )
  await logActivity(tx, ctx, { action: 'user.create', subject_type: 'user', subject_id: id })
  return id
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
  await countChange(tx, ctx, 'user', [userId])
  await logActivity(tx, ctx, { action: 'user.role_given', subject_type: 'user', subject_id: userId, changes: { role } })
  await forgetViewer(tx, userId)
}

/** Takes a role from a member of the portal. */
export const takeRole = async (
  tx: Tx,
  ctx: Context,
  { user_id: userId, role }: { user_id: number; role: Role },
): Promise<void> => {
  const { numDeletedRows } = await tx
    .deleteFrom('portal_user_roles')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await countChange(tx, ctx, 'user', [userId])
  await logActivity(tx, ctx, { action: 'user.role_taken', subject_type: 'user', subject_id: userId, changes: { role } })
  await forgetViewer(tx, userId)
}
