import { type Account, findAccount, providerFor } from '#features/accounts/server/api.ts'
import { isOwnBadgeSecret } from '#features/badges/server/api.ts'
import { countWrongPassword, passwordTry, requirePasswordTry } from '#features/sessions/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import type { Device } from '#platform/http/device.ts'
import { committing } from '#platform/http/route.ts'
import { isPassword } from '#platform/passwords.ts'
import { takeCode } from './apps.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { proofOf } from './standing.ts'

type Proof = { proof: string; secret: string; device: Device | null }

const FIRST_ELSEWHERE =
  'Your password guards your account in your other portals, and this portal takes none. Set up two-factor sign-in in one of those first.'

/**
 * A password of an account that other portals have as well guards it there, and nobody is asked for it here: its first factor is
 * added where it is used (SSO-027).
 */
const requireUnguarded = async (tx: Tx, ctx: SignedIn, account: Account): Promise<void> => {
  if (account.password_hash === null) return
  const provider = account.platform_role ? null : await providerFor(tx, ctx.host_portal.id, account.email)
  const elsewhere = await overAllPortals(tx, () =>
    tx
      .selectFrom('portal_users')
      .select('portal_id')
      .where('user_id', '=', account.id)
      .where('portal_id', '<>', ctx.host_portal.id)
      .where('left_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  )
  if (provider !== null && elsewhere)
    throw fail('password_sign_in_off', { message: FIRST_ELSEWHERE, params: { provider } })
}

/**
 * Throws unless the person shows again who they are, by the password or a current code (AUT-065). Wrong ones count like
 * wrong passwords. Somebody who has neither, such as a person who comes by single sign-on, is not asked. Somebody without an
 * e-mail shows it by what goes with their badge (BDG-023); a badge alone changes nothing of an account that other portals may
 * have as well (BDG-021).
 */
export const requireProof = async (tx: Tx, ctx: SignedIn, { proof, secret, device }: Proof): Promise<void> => {
  if (ctx.viewer.is_by_badge && ctx.viewer.email !== null) throw fail('badge_session')
  const account = await findAccount(tx, ctx.viewer.user_id)
  if (!account) throw fail('unauthorized')
  const kind = await proofOf(tx, ctx, account)
  if (kind === null) return requireUnguarded(tx, ctx, account)
  const typed = proof.trim()
  if (typed === '') throw fail('required', { field: 'proof' })
  const tried = passwordTry(ctx, account.email ?? `account ${account.id}`, account.id, device)
  await requirePasswordTry(tx, tried, ctx.now)
  const isFactor = await overAllPortals(
    tx,
    async () =>
      (await takeCode(tx, secret, account.id, typed, ctx.now)) ||
      (await takeRecoveryCode(tx, secret, account.id, typed, ctx.now)),
  )
  if (isFactor || (kind === 'password' && (await isPassword(proof, account.password_hash)))) return
  if (account.email === null && (await isOwnBadgeSecret(tx, ctx, proof, device))) return
  await countWrongPassword(tx, tried, ctx.now)
  throw committing(fail('proof_incorrect'))
}
