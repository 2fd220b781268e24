import { requireChangeable, requireOwnAlone } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { tellChange } from '../mails.ts'

/**
 * Removes all second factors of somebody who lost them; they sign in with the password alone until they set up new ones
 * (AUT-069). Who may do it is who may set a password (USR-038, USR-039), and nobody does it for themselves.
 */
export const resetFactors = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const { lives_elsewhere } = await requireChangeable(tx, ctx, id)
  if (id === ctx.viewer.user_id) throw fail('not_enough_permissions')
  requireOwnAlone(ctx, lives_elsewhere)
  await overAllPortals(tx, async () => {
    for (const table of ['authenticator_apps', 'passkeys', 'recovery_codes', 'trusted_devices'] as const)
      await tx.deleteFrom(table).where('user_id', '=', id).execute()
  })
  await logActivity(tx, ctx, { action: 'second-factor.reset', subject_type: 'user', subject_id: id })
  await tellChange(tx, ctx, id, 'reset')
  await forgetViewer(tx, id)
}
