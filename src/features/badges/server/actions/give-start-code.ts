import { randomInt } from 'node:crypto'
import { endSessions } from '#features/sessions/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { hashToken } from '#platform/secrets.ts'
import { drawStartCode, startCodeEnds } from '../../rules/start-code.ts'
import { forgetTrust, type Holder, loadHolder, lockPerson, saveStartCode } from '../store.ts'
import { requireSwitchedOn } from '../switch.ts'

export type GivenCode = { holder: Holder; start_code: string; ends_at: Date }

/**
 * Gives somebody who has a badge a new start code, of which only the hash is kept (BDG-012). A PIN or password ends with it, and
 * where there was one, every session in the portal. Who may do it was checked before.
 */
export const giveStartCode = async (tx: Tx, ctx: SignedIn, userId: number): Promise<GivenCode> => {
  requireSwitchedOn(ctx.portal)
  const at = { portal_id: ctx.portal.id, user_id: userId }
  if (!(await lockPerson(tx, at.portal_id, userId))) throw fail('not_found')
  const holder = await loadHolder(tx, at.portal_id, userId)
  if (!holder) throw fail('not_found')
  const code = drawStartCode((below) => randomInt(below))
  const endsAt = startCodeEnds(ctx.now)
  await saveStartCode(tx, at, { hash: hashToken(code), ends_at: endsAt })
  // Without a PIN or password nothing began with the badge: somebody with an e-mail stays signed in with that.
  if (holder.secret_hash !== null) {
    await forgetTrust(tx, at)
    await endSessions(tx, ctx, userId, { reason: 'start code given', portal_id: at.portal_id })
  }
  await logActivity(tx, ctx, {
    action: 'badge.start-code',
    subject_type: 'user',
    subject_id: userId,
    changes: { number: holder.number },
  })
  return { holder, start_code: code, ends_at: endsAt }
}
