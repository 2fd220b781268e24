import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { INVITATION, OPEN } from '../../rules/status.ts'
import { lockInvitation } from '../store.ts'
import { closeInvitation } from './close-invitation.ts'

/**
 * Cancels the open invitations to somebody who leaves the portal, and those that they sent with credits of their own, by
 * rising course. Answers how many.
 */
export const closeOpenInvitations = async (
  tx: Tx,
  ctx: Context,
  { id, email }: { id: number; email: string | null },
): Promise<number> => {
  const rows = await tx
    .selectFrom('invitations')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('status', 'in', [...OPEN])
    .where((eb) =>
      eb.or([
        ...(email === null ? [] : [eb('email', '=', email)]),
        eb.and([eb('manager_id', '=', id), eb('payer', '=', 'manager')]),
      ]),
    )
    .orderBy('course_id')
    .orderBy('id')
    .execute()
  let closed = 0
  for (const row of rows) {
    const invitation = await lockInvitation(tx, ctx.portal.id, row.id)
    if (!invitation || !OPEN.some((status) => status === invitation.status)) continue
    await closeInvitation(tx, ctx, invitation, { status: INVITATION.cancelled })
    closed++
  }
  return closed
}
