import { findByEmail } from '#features/accounts/server/api.ts'
import { isActiveLearner } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { INVITATION, isOpen } from '../../rules/status.ts'
import { closeInvitation } from './close-invitation.ts'
import { lockWithinReach } from './reinvite.ts'

/** Cancels an open invitation; ERR-063 when the person is in the course already and ERR-064 the second time (MGR-009). */
export const cancelInvitation = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const invitation = await lockWithinReach(tx, ctx, id)
  const { status, email, course_id } = invitation
  if (status === INVITATION.accepted) throw fail('invitation_already_enrolled')
  if (status === INVITATION.cancelled) throw fail('invitation_already_cancelled')
  if (!isOpen(status))
    throw fail('invitation_closed', { message: 'This invitation is not open any more. Its credit is back already.' })
  const account = await findByEmail(tx, email)
  if (account && (await isActiveLearner(tx, ctx, { user_id: account.id, course_id })))
    throw fail('invitation_already_enrolled')
  await closeInvitation(tx, ctx, invitation, { status: INVITATION.cancelled })
}
