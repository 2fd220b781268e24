import {
  type Account,
  countMailOnRequest,
  findByEmail,
  findById,
  giveRole,
  hasOpenLink,
  joinPortal,
  keepStaffName,
  sendResetLink,
} from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Device } from '#platform/http/device.ts'
import { committing } from '#platform/http/route.ts'
import { isPassword } from '#platform/passwords.ts'
import { firstRole, isBlocked, rolesOf, startSession } from '../sessions.ts'
import { countWrongPassword, passwordTry, requirePasswordTry } from '../wrong-passwords.ts'

type Credentials = {
  email: string
  password: string
  remember: boolean
  purpose?: 'checkout' | 'invitation' | undefined
}

const NOT_OWN =
  'Somebody else set your password in another portal. We have e-mailed you a link to choose your own; then you can sign in here.'

/** Whether signing in may make somebody without a role here a learner: to buy, or with an open invitation (AUT-049). */
const mayJoin = async (tx: Tx, ctx: Context, { email }: Account, purpose: Credentials['purpose']): Promise<boolean> => {
  if (purpose === 'checkout') return ctx.host_portal.flags.is_marketable
  return purpose === 'invitation' && email !== null && hasOpenLink(tx, ctx, 'invite', email)
}

/** Lets a buyer, or somebody who is invited, join as a learner, by a password that only they can know (USR-046). */
const joinByPassword = async (tx: Tx, ctx: Context, account: Account): Promise<void> => {
  if (account.is_password_shared) {
    if (account.email !== null && (await countMailOnRequest(tx, account.email, ctx.now)))
      await sendResetLink(tx, ctx, { user_id: account.id, email: account.email, first_name: null })
    throw committing(fail('not_your_portal', { message: NOT_OWN }))
  }
  await joinPortal(tx, ctx, account.id)
  await giveRole(tx, ctx, { user_id: account.id, role: 'learner' })
}

type SignInOptions = { is_remembered: boolean; purpose?: Credentials['purpose']; is_by_badge?: boolean }

/**
 * Starts the session of somebody who has shown who they are, by whatever means: refuses blocked accounts and people
 * without a role here, unless the sign-in may give them one (AUT-049).
 */
export const completeSignIn = async (tx: Tx, ctx: Context, account: Account, options: SignInOptions) => {
  // Also for one that waited for its second step while badges were switched off.
  if (options.is_by_badge && !ctx.host_portal.setting.has_badges) throw fail('badges_not_taken')
  if (await isBlocked(tx, ctx.host_portal.id, account)) throw fail('account_blocked')
  let roles = await rolesOf(tx, ctx.host_portal.id, account)
  if (roles.length === 0 && (await mayJoin(tx, ctx, account, options.purpose))) {
    await joinByPassword(tx, ctx, account)
    roles = ['learner']
  }
  const role = firstRole(roles)
  if (account.platform_role) await keepStaffName(tx, ctx, account.id)
  const { is_remembered, is_by_badge = false } = options
  const token = await startSession(tx, ctx, { user_id: account.id, role, is_remembered, is_by_badge })
  const person = await findById(tx, ctx.host_portal.id, account.id)
  if (!person) throw new Error(`The account ${account.id} is not known here`)
  await logActivity(
    tx,
    { ...ctx, viewer: { user_id: person.id, impersonator_id: null } as Context['viewer'] },
    { action: 'session.start', ...(is_by_badge && { changes: { is_by_badge } }) },
  )
  return { person, roles, role, token }
}

/** What comes between the right password and the session; throws when a second step has to be taken first (AUT-057). */
export type AfterPassword = (account: Account) => Promise<void>

/**
 * Signs a person in: the session's token and role. Wrong data is counted even though the call fails, and beyond what AUT-004
 * and AUT-054 allow the answer is 429. Nobody learns whether an e-mail is known. `provider` takes the place of the password where
 * the portal takes none (SSO-011).
 */
export const signIn = async (
  tx: Tx,
  ctx: Context,
  credentials: Credentials,
  { device, provider, afterPassword }: { device: Device | null; provider: string | null; afterPassword: AfterPassword },
) => {
  const { email } = credentials
  const refusal = provider === null ? null : fail('password_sign_in_off', { params: { provider } })
  const account = await findByEmail(tx, email)
  const tried = passwordTry(ctx, email, account?.id, device)
  await requirePasswordTry(tx, tried, ctx.now)
  if (!(await isPassword(credentials.password, account?.password_hash ?? null)) || !account) {
    await countWrongPassword(tx, tried, ctx.now)
    await logActivity(tx, ctx, { action: 'session.failed', changes: { email } })
    throw committing(refusal ?? fail('credentials_do_not_match'))
  }
  // The platform's own people sign in here whatever the portal chose.
  if (refusal && account.platform_role === null) throw refusal
  if (await isBlocked(tx, ctx.host_portal.id, account)) throw fail('account_blocked')
  await afterPassword(account)
  return completeSignIn(tx, ctx, account, { is_remembered: credentials.remember, purpose: credentials.purpose })
}
