import { isInGroup } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { COOKIES } from '#platform/http/context.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import { loadPortalName } from '../store.ts'

/** The maximum age of a cookie, in seconds (AUT-035). */
const COOKIE_SECONDS = 86_400

/**
 * Keeps a super admin's choice in the cookie `portal` and answers the portal; null goes back to that of the host. Everybody
 * else is bound to their own portal and answered `not_your_portal` for another (PRT-037, PRT-038).
 */
export const chooseBoundPortal = async (tx: Tx, ctx: SignedIn, portalId: number | null, http: HttpAccess) => {
  const id = portalId ?? ctx.host_portal.id
  const isHost = id === ctx.host_portal.id
  if (!isHost && !isInGroup(ctx.viewer.current_role, 'super_admins')) throw fail('not_your_portal')
  const portal = await loadPortalName(tx, id)
  if (!portal) throw fail('not_found')
  if (isHost) http.clearCookie(COOKIES.portal)
  else http.setCookie(COOKIES.portal, String(id), { max_age: COOKIE_SECONDS, is_readable: true })
  await logActivity(tx, ctx, { action: 'portal.select', subject_type: 'portal', subject_id: id })
  return portal
}
