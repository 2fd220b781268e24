import { providerFor, requireChangeable, requireOwnAlone } from '#features/accounts/server/api.ts'
import { setPassword } from '#features/sessions/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'

const NO_EMAIL = 'This person has no e-mail to sign in with. Give a start code for the badge instead.'

/**
 * Sets a password for a member and ends their sessions in every portal (USR-032, AUT-050). One who holds a role in another
 * portal gets it from super admins alone (USR-039), and one who signs in at a provider here gets none (SSO-024); the own password is changed where the old one is asked for.
 */
export const setUserPassword = async (tx: Tx, ctx: SignedIn, id: number, password: string): Promise<void> => {
  const { lives_elsewhere, member } = await requireChangeable(tx, ctx, id)
  if (id === ctx.viewer.user_id) throw fail('not_enough_permissions')
  requireOwnAlone(ctx, lives_elsewhere)
  if (member.email === null) throw fail('invalid', { fields: { password: [NO_EMAIL] } })
  const provider = await providerFor(tx, ctx.portal.id, member.email)
  if (provider !== null) throw fail('password_sign_in_off', { params: { provider } })
  await setPassword(tx, ctx, id, { password, by: 'other' })
  await logActivity(tx, ctx, { action: 'password.set', subject_type: 'user', subject_id: id })
}
