import { findByEmail } from '#features/accounts/server/api.ts'
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
import { factorsOf } from './standing.ts'

type Proof = { proof: string; secret: string; device: Device | null }

/**
 * Throws unless the person shows again who they are, by the password or a current code (AUT-065). Wrong ones count like
 * wrong passwords. Somebody who has neither, such as a person who comes by single sign-on, is not asked.
 */
export const requireProof = async (tx: Tx, ctx: SignedIn, { proof, secret, device }: Proof): Promise<void> => {
  const account = await findByEmail(tx, ctx.viewer.email)
  if (!account) throw fail('unauthorized')
  const { app_since, passkeys } = await factorsOf(tx, account.id)
  if (account.password_hash === null && app_since === null && passkeys.length === 0) return
  const typed = proof.trim()
  if (typed === '') throw fail('required', { field: 'proof' })
  const tried = passwordTry(ctx, account.email, account.id, device)
  await requirePasswordTry(tx, tried, ctx.now)
  const isFactor = await overAllPortals(
    tx,
    async () =>
      (await takeCode(tx, secret, account.id, typed, ctx.now)) ||
      (await takeRecoveryCode(tx, secret, account.id, typed, ctx.now)),
  )
  if (isFactor || (await isPassword(proof, account.password_hash))) return
  await countWrongPassword(tx, tried, ctx.now)
  throw committing(fail('proof_incorrect'))
}
