import { maskedMobile } from '#kernel/access/mobile-number.ts'
import type { SignedIn } from '#kernel/context.ts'
import { actorIdOf } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { dropNumber, loadNumber, type MobileNumber, saveNumber } from '../store.ts'

type Consent = Pick<MobileNumber, 'consent_at' | 'consent_by'>

/**
 * Enters the mobile number of a member who agreed to receive texts; who confirmed that is recorded (TXT-006). Another number than
 * before has to be proved. Who may do it was checked before. Answers what was there before.
 */
export const setNumber = async (
  tx: Tx,
  ctx: SignedIn,
  userId: number,
  number: string,
  consent: Consent = { consent_at: ctx.now, consent_by: actorIdOf(ctx) },
): Promise<MobileNumber | null> => {
  const at = { portal_id: ctx.portal.id, user_id: userId }
  const before = await loadNumber(tx, at)
  if (before?.number === number) return before
  await saveNumber(tx, at, { ...consent, number, proved_at: null })
  await logActivity(tx, ctx, {
    action: 'mobile-number.enter',
    subject_type: 'user',
    subject_id: userId,
    changes: { number: maskedMobile(number) },
  })
  return before
}

/** Removes a number, with the links that were sent to it. */
export const removeNumber = async (tx: Tx, ctx: SignedIn, userId: number): Promise<void> => {
  if (!(await dropNumber(tx, { portal_id: ctx.portal.id, user_id: userId }))) throw fail('not_found')
  await logActivity(tx, ctx, { action: 'mobile-number.remove', subject_type: 'user', subject_id: userId })
}
