import { findByEmail, giveRole, joinPortal } from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import type { Device } from '#platform/http/device.ts'
import { isPassword } from '#platform/passwords.ts'
import { keeping } from '#platform/route.ts'
import { firstRole, isBlocked, rolesHeld, startSession } from '../sessions.ts'
import { countWrongPassword, passwordTry, requirePasswordTry } from '../wrong-passwords.ts'

type Credentials = {
  email: string
  password: string
  remember: boolean
  purpose?: 'checkout' | 'invitation' | undefined
}

/**
 * Signs a person in: the session's token and role. Wrong data is counted even though the call fails, and beyond what AUT-004
 * and AUT-054 allow the answer is 429. Nobody learns whether an e-mail is known.
 */
export const signIn = async (tx: Tx, ctx: Context, given: Credentials, device: Device | null) => {
  const { email } = given
  const person = await findByEmail(tx, email)
  const tried = passwordTry(ctx, email, person?.id, device)
  await requirePasswordTry(tx, tried, ctx.now)
  if (!(await isPassword(given.password, person?.password_hash ?? null)) || !person) {
    await countWrongPassword(tx, tried, ctx.now)
    await logActivity(tx, ctx, { action: 'session.failed', changes: { email } })
    throw keeping(fail('credentials_do_not_match'))
  }
  if (await isBlocked(tx, ctx.host_portal.id, person.id)) throw fail('account_blocked')
  let roles = await rolesHeld(tx, ctx.host_portal.id, person.id)
  if (roles.length === 0 && given.purpose === 'checkout' && ctx.host_portal.flags.is_marketable) {
    await joinPortal(tx, ctx, person.id)
    await giveRole(tx, ctx, { user_id: person.id, role: 'learner' })
    roles = ['learner']
  }
  const role = firstRole(roles)
  const token = await startSession(tx, ctx, { user_id: person.id, role, is_remembered: given.remember })
  await logActivity(
    tx,
    { ...ctx, viewer: { user_id: person.id, impersonator_id: null } as Context['viewer'] },
    { action: 'session.start' },
  )
  return { person, roles, role, token }
}
