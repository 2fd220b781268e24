import { randomBytes, randomInt } from 'node:crypto'
import { endSessions } from '#features/sessions/server/api.ts'
import { drawNumber, NEW_NUMBER } from '#kernel/access/badge-number.ts'
import { actorIdOf, type Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import { badgeCode } from '../../rules/address.ts'
import { closeBadge, dropSecret, insertBadge, loadHolder, lockNumbers, lockPerson, ownersOf } from '../store.ts'
import { requireSwitchedOn } from '../switch.ts'

/** Draws that hit a number in use before it is said that none is free; with half of all numbers in use one in a million. */
const MOST_DRAWS = 20

const freeNumber = async (tx: Tx, portalId: number): Promise<string> => {
  const drawn = Array.from({ length: MOST_DRAWS }, () => drawNumber((below) => randomInt(below)))
  const owners = await ownersOf(tx, portalId, drawn)
  const number = drawn.find((each) => !owners.has(each))
  if (number === undefined) throw fail('invalid', { fields: { badge_number: ['Please enter a number.'] } })
  return number
}

/**
 * Gives a member a badge, in place of one that is there: that one's QR opens nothing any more, and the PIN stays (BDG-006). Who
 * may do it was checked before. Throws `badge_number_taken` for a number that somebody else has or had (BDG-007).
 */
export const issueBadge = async (
  tx: Tx,
  ctx: Context,
  { user_id, number: requested }: { user_id: number; number: string | undefined },
): Promise<string> => {
  requireSwitchedOn(ctx.portal)
  const portalId = ctx.portal.id
  if (!(await lockPerson(tx, portalId, user_id))) throw fail('not_found')
  const before = await loadHolder(tx, portalId, user_id)
  const kept = requested ?? before?.number ?? NEW_NUMBER
  const number = kept === NEW_NUMBER ? await freeNumber(tx, portalId) : kept
  await lockNumbers(tx, portalId, [number])
  const owner = (await ownersOf(tx, portalId, [number])).get(number)
  if (owner !== undefined && owner !== user_id) throw fail('badge_number_taken', { params: { number } })
  await closeBadge(tx, portalId, user_id, ctx.now)
  await insertBadge(tx, {
    portal_id: portalId,
    user_id,
    number,
    code: badgeCode(randomBytes(20)),
    issued_at: ctx.now,
    issued_by: actorIdOf(ctx),
  })
  await countChange(tx, ctx, 'user', [user_id])
  await logActivity(tx, ctx, {
    action: before ? 'badge.replace' : 'badge.give',
    subject_type: 'user',
    subject_id: user_id,
    changes: { number },
  })
  return number
}

/** Withdraws the badge of a person: the PIN goes, and sessions that began with it end (BDG-006, BDG-008). */
export const withdrawBadge = async (tx: Tx, ctx: Context, userId: number): Promise<boolean> => {
  const at = { portal_id: ctx.portal.id, user_id: userId }
  const number = await closeBadge(tx, at.portal_id, userId, ctx.now)
  if (number === null) return false
  await dropSecret(tx, at)
  await endSessions(tx, ctx, userId, {
    reason: 'badge withdrawn',
    portal_id: at.portal_id,
    only_by_badge: true,
  })
  await countChange(tx, ctx, 'user', [userId])
  await logActivity(tx, ctx, {
    action: 'badge.withdraw',
    subject_type: 'user',
    subject_id: userId,
    changes: { number },
  })
  return true
}
