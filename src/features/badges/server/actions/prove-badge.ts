import { findAccount } from '#features/accounts/server/api.ts'
import { isBlocked, rolesOf } from '#features/sessions/server/api.ts'
import { canonicalNumber } from '#kernel/access/badge-number.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { isBadgeCode } from '../../rules/address.ts'
import { isPinEnough } from '../../rules/secret.ts'
import { requireSwitchedOn } from '../switch.ts'
import { requireHolder } from './sign-in.ts'

/**
 * Who has this badge and knows its PIN or password, on a device at which somebody else is signed in; with the limits and errors of
 * the sign-in (BDG-015, BDG-017, BDG-018), and without a session. Wrong tries stay counted only if the transaction is committed.
 */
export const proveBadge = async (
  tx: Tx,
  ctx: SignedIn,
  { badge, secret }: { badge: string; secret: string },
): Promise<number> => {
  requireSwitchedOn(ctx.portal)
  const portalId = ctx.portal.id
  const typed = isBadgeCode(badge) ? badge : (canonicalNumber(badge) ?? badge)
  // The person at the device tries, not the one who is signed in there.
  const at = { ...ctx, host_portal: ctx.portal, viewer: null }
  // Who is signed in there answers for the tries: nobody from outside can lock a crew out of its check-in, and the wrong tries of
  // this person are a count of their own.
  const holder = await requireHolder(tx, at, { badge: typed, secret }, `crew ${ctx.viewer.user_id}`)
  const account = await findAccount(tx, holder.user_id)
  if (!account) throw fail('badge_incorrect')
  if (await isBlocked(tx, portalId, account)) throw fail('account_blocked')
  if (holder.is_pin && !isPinEnough(await rolesOf(tx, portalId, account))) throw fail('pin_not_enough')
  return holder.user_id
}
