import { type Account, findAccount } from '#features/accounts/server/api.ts'
import {
  codeTry,
  completeSignIn,
  countWrongPassword,
  deviceOf,
  requirePasswordTry,
  welcome,
} from '#features/sessions/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { committing, type HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import type { Services } from '#platform/services.ts'
import { takeCode } from '../apps.ts'
import { tellChange } from '../mails.ts'
import { type Credential, checkPasskey, type UsedPasskey } from '../passkeys.ts'
import { endPending, mayTrust, requirePending, trustDevice } from '../pending.ts'
import { takeRecoveryCode } from '../recovery-codes.ts'

type Browser = { http: HttpAccess; config: Config }
export type SecondStep = {
  code?: string | undefined
  recovery_code?: string | undefined
  credential?: Credential | undefined
  trusts_device: boolean
}

const accountOf = async (tx: Tx, userId: number): Promise<Account> => {
  const account = await findAccount(tx, userId)
  if (!account) throw fail('sign_in_expired')
  return account
}

const asPerson = (ctx: Context, userId: number): Context => ({
  ...ctx,
  viewer: { user_id: userId, impersonator_id: null } as Context['viewer'],
})

/** Refuses a passkey that another device has as well, and keeps a note of it for the portal's admins (AUT-062). */
const refuseClone = async (tx: Tx, ctx: Context, { user_id, name, is_cloned }: UsedPasskey): Promise<void> => {
  if (!is_cloned) return
  await logActivity(tx, asPerson(ctx, user_id), { action: 'second-factor.copied_passkey', changes: { name } })
  throw committing(fail('passkey_refused'))
}

/** Checks a typed code; wrong ones are counted as wrong passwords are (AUT-060). */
const checkCode = async (tx: Tx, ctx: Context, account: Account, step: SecondStep, { http, config }: Browser) => {
  const tried = codeTry(ctx, account, deviceOf(http, ctx, config))
  await requirePasswordTry(tx, tried, ctx.now)
  const { code, recovery_code: recoveryCode = '' } = step
  const isRight = await overAllPortals(tx, () =>
    code === undefined
      ? takeRecoveryCode(tx, config.secret, account.id, recoveryCode, ctx.now)
      : takeCode(tx, config.secret, account.id, code, ctx.now),
  )
  if (isRight) return
  await countWrongPassword(tx, tried, ctx.now)
  await logActivity(tx, asPerson(ctx, account.id), { action: 'session.failed', changes: { email: account.email } })
  throw committing(fail(code === undefined ? 'recovery_code_incorrect' : 'code_incorrect'))
}

/** Finishes the pending sign-in of this browser by its second step (AUT-057, AUT-059). */
export const takeSecondStep = async (tx: Tx, ctx: Context, step: SecondStep, browser: Browser) => {
  const { http, config } = browser
  const pending = await requirePending(tx, ctx, http, true)
  const account = await accountOf(tx, pending.user_id)
  if (step.credential) await refuseClone(tx, ctx, await checkPasskey(tx, ctx, step.credential, account.id))
  else await checkCode(tx, ctx, account, step, browser)
  await endPending(tx, ctx, http, pending.id)
  const { is_remembered, is_by_badge, purpose } = pending
  const signedIn = await completeSignIn(tx, ctx, account, {
    is_remembered,
    is_by_badge,
    purpose: (purpose as 'checkout' | 'invitation' | null) ?? undefined,
  })
  const { me, device_id } = await welcome(tx, ctx, signedIn, { http, config, is_remembered })
  if (step.trusts_device && (await mayTrust(tx, ctx))) await trustDevice(tx, ctx, account.id, device_id)
  if (step.recovery_code !== undefined) {
    await logActivity(tx, asPerson(ctx, account.id), { action: 'second-factor.use_recovery_code' })
    await tellChange(tx, ctx, account.id, 'recovery_used')
  }
  return me
}

/**
 * Signs in with a passkey alone, which is both factors: it is there, and it knows its person (AUT-061). Where a person has to
 * sign in at a provider, a passkey is refused as the password is (SSO-011).
 */
export const signInWithPasskey = async (
  tx: Tx,
  ctx: Context,
  { credential, is_remembered }: { credential: Credential; is_remembered: boolean },
  { http, config, providerInsteadOfPassword }: Browser & Pick<Services, 'providerInsteadOfPassword'>,
) => {
  const used = await checkPasskey(tx, ctx, credential, null)
  await refuseClone(tx, ctx, used)
  const account = await accountOf(tx, used.user_id)
  const provider = await providerInsteadOfPassword(tx, ctx.host_portal.id, account.email)
  if (provider !== null && account.platform_role === null) throw fail('password_sign_in_off', { params: { provider } })
  const signedIn = await completeSignIn(tx, ctx, account, { is_remembered })
  return (await welcome(tx, ctx, signedIn, { http, config, is_remembered })).me
}
