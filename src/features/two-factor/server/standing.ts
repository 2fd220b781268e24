import { type Account, findAccount, providerFor } from '#features/accounts/server/api.ts'
import { secondFactorStanding } from '#features/sessions/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import type { Config } from '#platform/process/config.ts'
import { passkeyAddress } from './address.ts'
import { codesLeft } from './recovery-codes.ts'

/** The factors of an account: since when it has an app, its passkeys, and how many recovery codes are left. */
export const factorsOf = (tx: Tx, userId: number) =>
  overAllPortals(tx, async () => {
    const app = await tx
      .selectFrom('authenticator_apps')
      .select('confirmed_at')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const passkeys = await tx
      .selectFrom('passkeys')
      .select(['id', 'name', 'rp_id', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    return { app_since: app?.confirmed_at ?? null, passkeys, recovery_codes_left: await codesLeft(tx, userId) }
  })

/**
 * What shows that it is the person: a password or a code; a code alone where the portal takes no password from them; null where
 * they have neither, such as somebody who comes by single sign-on (AUT-065, SSO-027). What goes with a badge takes the place of
 * the password for somebody without an e-mail (BDG-023).
 */
export const proofOf = async (tx: Tx, ctx: SignedIn, account: Account): Promise<'password' | 'code' | null> => {
  const { app_since, passkeys } = await factorsOf(tx, account.id)
  const hasFactor = app_since !== null || passkeys.length > 0
  const provider = account.platform_role ? null : await providerFor(tx, ctx.host_portal.id, account.email)
  const hasPassword = account.password_hash !== null || account.email === null
  if (provider === null) return hasFactor || hasPassword ? 'password' : null
  return hasFactor ? 'code' : null
}

/** The own second factors as their screen shows them (AUT-058). */
export const showStanding = async (
  tx: Tx,
  ctx: SignedIn,
  { SUPER_ADMIN_TWO_FACTOR: bindsStaff }: Pick<Config, 'SUPER_ADMIN_TWO_FACTOR'>,
) => {
  const { user_id: userId } = ctx.viewer
  const account = await findAccount(tx, userId)
  const { due_at } = await secondFactorStanding(tx, ctx.host_portal.id, userId, bindsStaff)
  const { passkeys, ...factors } = await factorsOf(tx, userId)
  const proof = account ? await proofOf(tx, ctx, account) : null
  const { rp_id } = passkeyAddress(ctx)
  return {
    ...factors,
    // A badge tells nothing of other portals (BDG-021).
    passkeys: passkeys
      .filter(({ rp_id: host }) => !ctx.viewer.is_by_badge || host === rp_id)
      .map(({ rp_id: host, ...passkey }) => ({ ...passkey, host, is_usable_here: host === rp_id })),
    is_required: due_at !== null,
    due_at,
    needs_proof: proof !== null,
    takes_password: proof === 'password',
  }
}
