import { accessOf, PERMISSIONS } from '#kernel/access/permissions.ts'
import type { PagePortal, PageViewer } from '#kernel/access/session.ts'
import { isSubscribed } from '#kernel/access/subscribed.ts'
import type { PortalContext, Viewer } from '#kernel/context.ts'

/** What of a portal every page may hold; the rest stays on the server. */
export const pagePortal = (portal: PortalContext, now: Date): PagePortal => {
  const { is_paused: _paused, subscribed_until: _until, ...open } = portal
  return { ...open, is_subscribed: isSubscribed(portal, now) }
}

/** What of the signed-in person the pages of that person hold. */
export const pageViewer = (viewer: Viewer, portal: PortalContext): PageViewer => {
  const { session_id: _session, toggles, is_token: _token, ...person } = viewer
  const condition = { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core }
  const abilities = PERMISSIONS.filter(
    (permission) => accessOf(viewer.current_role, permission, { toggles, condition }) !== 'none',
  )
  return { ...person, abilities }
}
