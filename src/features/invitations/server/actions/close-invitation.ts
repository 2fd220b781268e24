import { markUsed } from '#features/accounts/server/api.ts'
import { releaseCredit, tellCredits } from '#features/credits/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { canBecome, type Failure, INVITATION } from '../../rules/status.ts'
import { type Invitation, saveInvitation } from '../store.ts'
import { tellInvitation } from '../tell.ts'

type Ending = { status: typeof INVITATION.cancelled | typeof INVITATION.declined } | { failure: Failure }

/**
 * Closes an open invitation that the caller has locked without an enrollment: its credit goes back to who it came from, its
 * link opens nothing more, and who has invited sees it at once (MGR-002, MGR-007, MGR-014).
 */
export const closeInvitation = async (
  tx: Tx,
  ctx: Context,
  invitation: Invitation,
  ending: Ending,
): Promise<Invitation> => {
  const status = 'failure' in ending ? INVITATION.failed : ending.status
  if (!canBecome(invitation.status, status)) throw new TypeError(`Invitation ${invitation.id} is closed`)
  const released = await releaseCredit(tx, ctx, { movement_id: invitation.movement_id })
  const closed = { ...invitation, status, failure: 'failure' in ending ? ending.failure : null }
  await saveInvitation(
    tx,
    { portal_id: ctx.portal.id, id: invitation.id, now: ctx.now },
    { status, failure: closed.failure },
  )
  if (invitation.link_id !== null) await markUsed(tx, ctx, invitation.link_id)
  if (released) await tellCredits(tx, ctx, released)
  await tellInvitation(tx, closed)
  await logActivity(tx, ctx, {
    action: 'invitation.close',
    subject_type: 'invitation',
    subject_id: invitation.id,
    changes: { course_id: invitation.course_id, email: invitation.email, status, failure: closed.failure },
  })
  return closed
}
