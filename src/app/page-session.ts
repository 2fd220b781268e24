import type { PortalContext, Viewer } from '#kernel/context.ts'
import type { PagePortal, PageViewer } from '#kernel/session.ts'

/** What of a portal every page may hold; the rest stays on the server. */
export const pagePortal = (portal: PortalContext): PagePortal => ({
  id: portal.id,
  slug: portal.slug,
  name: portal.name,
  status: portal.status,
  plan_short_name: portal.plan_short_name,
  is_demo: portal.is_demo,
  setting: portal.setting,
  company: portal.company,
  flags: portal.flags,
  origin: portal.origin,
  navigations: portal.navigations,
})

/** What of the signed-in person the pages of that person hold. */
export const pageViewer = (viewer: Viewer): PageViewer => ({
  user_id: viewer.user_id,
  roles: viewer.roles,
  current_role: viewer.current_role,
  is_outside: viewer.is_outside,
  email: viewer.email,
  username: viewer.username,
  first_name: viewer.first_name,
  middle_name: viewer.middle_name,
  last_name: viewer.last_name,
  avatar: viewer.avatar,
  impersonator_id: viewer.impersonator_id,
  impersonator_name: viewer.impersonator_name,
  toggles: viewer.toggles,
})
