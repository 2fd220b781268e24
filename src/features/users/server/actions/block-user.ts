import { type PortalById, requireChangeable, sendKeptWelcome } from '#features/accounts/server/api.ts'
import { endSessions } from '#features/sessions/server/api.ts'
import { isInGroup } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal, overAllPortals } from '#platform/db/other-portals.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { addReturned, NOTHING_RETURNED, type Returned } from '../../rules/returned.ts'
import { leave } from '../leave.ts'

type Wish = { id: number; is_blocked: boolean; is_everywhere?: boolean | undefined }

/** Leaves every portal that the person belongs to, by rising id; each one's log says what went back there. */
const leaveAll = async (
  tx: Tx,
  ctx: SignedIn,
  person: { id: number; email: string | null },
  portalById: PortalById,
) => {
  const rows = await overAllPortals(tx, () =>
    tx
      .selectFrom('portal_users')
      .select('portal_id')
      .where('user_id', '=', person.id)
      .where('left_at', 'is', null)
      .orderBy('portal_id')
      .execute(),
  )
  let returned = NOTHING_RETURNED
  for (const { portal_id: portalId } of rows) {
    const portal = await portalById(portalId)
    if (!portal) continue
    const there = { ...ctx, portal }
    returned = addReturned(returned, await inPortal(tx, portalId, () => leave(tx, there, person)))
  }
  return returned
}

/**
 * Blocks or unblocks a member in this portal, or for super admins the account on all portals (USR-039). Where it is blocked,
 * every way in ends (AUT-028), and what the person holds and has not used goes back (USR-085). Nobody blocks themselves.
 */
export const blockUser = async (
  tx: Tx,
  ctx: SignedIn,
  { id, is_blocked, is_everywhere = false }: Wish,
  portalById: PortalById,
) => {
  const { member } = await requireChangeable(tx, ctx, id)
  if (id === ctx.viewer.user_id) throw fail('not_enough_permissions')
  if (is_everywhere && !isInGroup(ctx.viewer.current_role, 'super_admins')) throw fail('not_enough_permissions')
  const reason = 'blocked'
  if (is_everywhere) {
    await overAllPortals(tx, async () => {
      await tx.updateTable('users').set({ is_blocked, updated_at: ctx.now }).where('id', '=', id).execute()
      if (is_blocked) await endSessions(tx, ctx, id, { reason })
    })
  } else {
    await tx
      .updateTable('portal_users')
      .set({ is_blocked })
      .where('portal_id', '=', ctx.portal.id)
      .where('user_id', '=', id)
      .execute()
    if (is_blocked) await endSessions(tx, ctx, id, { reason, portal_id: ctx.portal.id })
  }
  await forgetViewer(tx, id)
  const leaving = async (): Promise<Returned> =>
    is_everywhere ? leaveAll(tx, ctx, member, portalById) : leave(tx, ctx, member)
  const returned = is_blocked ? await leaving() : NOTHING_RETURNED
  if (!is_blocked && !is_everywhere) await sendKeptWelcome(tx, ctx, id)
  const changes = { is_blocked, is_everywhere, ...(is_blocked && { returned }) }
  await logActivity(tx, ctx, { action: 'user.block', subject_type: 'user', subject_id: id, changes })
  const isEverywhere = is_everywhere ? is_blocked : member.is_blocked_everywhere
  const isHere = is_everywhere ? member.is_blocked_here : is_blocked
  return { user_id: id, is_blocked: isHere || isEverywhere, is_blocked_everywhere: isEverywhere, returned }
}
