import { sql } from 'kysely'
import { findByEmail, giveRole, joinPortal } from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import { isPassword } from '#platform/passwords.ts'
import { keeping } from '#platform/route.ts'
import { firstRole, isBlocked, rolesHeld, startSession } from '../sessions.ts'

/** Failed tries per minute for one e-mail and network address, before more are refused (AUT-004). */
export const FAILED_TRIES = 5
const WINDOW_MS = 60_000

type Credentials = {
  email: string
  password: string
  remember: boolean
  purpose?: 'checkout' | 'invitation' | undefined
}

const failuresOf = async (tx: Tx, ctx: Context, email: string): Promise<number> => {
  // One try after the other for each e-mail and address, so that many at once are counted as well.
  const tries = `sign-in:${ctx.host_portal.id}:${ctx.request.address}:${email}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${tries}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('sign_in_failures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('portal_id', '=', ctx.host_portal.id)
    .where('email', '=', email)
    .where('address', '=', ctx.request.address)
    .where('created_at', '>', new Date(ctx.now.getTime() - WINDOW_MS))
    .executeTakeFirstOrThrow()
  return count
}

const recordFailure = async (tx: Tx, ctx: Context, email: string) => {
  await tx
    .insertInto('sign_in_failures')
    .values({ portal_id: ctx.host_portal.id, email, address: ctx.request.address, created_at: ctx.now })
    .execute()
  await logActivity(tx, ctx, { action: 'session.failed', changes: { email } })
}

/**
 * Signs a person in: the session's token and role. Wrong data is counted even though the call fails; after five failures
 * within a minute for one e-mail and address, 429. Nobody learns whether an e-mail is known.
 */
export const signIn = async (tx: Tx, ctx: Context, given: Credentials) => {
  const { email } = given
  if ((await failuresOf(tx, ctx, email)) >= FAILED_TRIES)
    throw fail('too_many_requests', { message: 'Too many failed tries. Please wait a minute and try again.' })
  const person = await findByEmail(tx, email)
  if (!(await isPassword(given.password, person?.password_hash ?? null)) || !person) {
    await recordFailure(tx, ctx, email)
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
