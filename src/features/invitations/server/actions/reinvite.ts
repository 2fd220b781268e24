import { notEnough, openPurse, type Payer, reserveFrom, tellCredits } from '#features/credits/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { INVITATION, isOpen } from '../../rules/status.ts'
import { sendInvitation, whenItExpires } from '../jobs.ts'
import { type Invitation, lockInvitation, saveInvitation } from '../store.ts'
import { tellInvitation } from '../tell.ts'
import { refusalsOf, requireInvitable } from './invite-people.ts'

/** The invitation that the caller may change, locked: an own one, or any of the portal for those who run it. */
export const lockWithinReach = async (tx: Tx, ctx: SignedIn, id: number): Promise<Invitation> => {
  const invitation = await lockInvitation(tx, ctx.portal.id, id)
  if (!invitation || (ctx.scope === 'own' && invitation.manager_id !== ctx.viewer.user_id)) throw fail('not_found')
  return invitation
}

/** Reserves a credit for a closed invitation: from where the first came, never from another person's credits. */
const reserveAgain = async (tx: Tx, ctx: SignedIn, invitation: Invitation): Promise<number> => {
  const { payer: kind, course_id, manager_id } = invitation
  if (kind === 'manager' && manager_id !== ctx.viewer.user_id) throw fail('operation_not_permitted')
  const payer: Payer =
    kind === 'manager' ? { kind, course_id, user_id: manager_id } : { kind: 'portal' as const, course_id }
  const purse = await openPurse(tx, ctx, payer)
  const refusals = await refusalsOf(tx, ctx, course_id, [invitation.email])
  const refusal = refusals.get(invitation.email)
  if (refusal) throw fail('invalid', { message: refusal.message })
  if (purse.remaining < 1) throw notEnough(payer)
  const movementId = await reserveFrom(tx, ctx, purse)
  await tellCredits(tx, ctx, { id: movementId, course_id })
  return movementId
}

/**
 * Sends an invitation again, with a new link for 7 days; the former link opens nothing any more. A closed one reserves a
 * credit again and becomes reinvite (MGR-002, MGR-007), an open one keeps its credit and its status (MGR-022).
 */
export const sendAgain = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const invitation = await lockWithinReach(tx, ctx, id)
  if (invitation.status === INVITATION.accepted)
    throw fail('invalid', { message: 'This person has already accepted the invitation.' })
  await requireInvitable(tx, ctx, invitation.course_id)
  const again = isOpen(invitation.status)
    ? {}
    : {
        status: INVITATION.reinvited,
        failure: null,
        movement_id: await reserveAgain(tx, ctx, invitation),
      }
  const sendings = invitation.sendings + 1
  await saveInvitation(
    tx,
    { portal_id: ctx.portal.id, id, now: ctx.now },
    { ...again, sendings, sent_at: ctx.now, expires_at: whenItExpires(ctx.now) },
  )
  await sendInvitation(tx, ctx, { id, sendings })
  await tellInvitation(tx, { ...invitation, ...again })
  await logActivity(tx, ctx, {
    action: 'invitation.resend',
    subject_type: 'invitation',
    subject_id: id,
    changes: { course_id: invitation.course_id, email: invitation.email },
  })
}
