import { accessOf, PERMISSIONS } from '#kernel/access/permissions.ts'
import type { PagePortal, PageSession, PageViewer } from '#kernel/access/session.ts'
import type { SessionEnding } from '#kernel/access/session-ending.ts'
import { isSubscribed } from '#kernel/access/subscribed.ts'
import type { PortalContext, Viewer } from '#kernel/context.ts'
import type { ThirdParty } from '#kernel/product/third-parties.ts'
import type { Config } from '#platform/process/config.ts'
import { pageTheme } from '#ui/theme/page-theme.ts'

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

type Drawn = {
  config: Config
  portal: PortalContext
  viewer: Viewer | null
  ended: SessionEnding | null
  third_parties: readonly ThirdParty[]
  now: Date
}

/** The portal and the person for whom a page is drawn. */
export const pageSession = ({ config, portal, viewer, ended, third_parties, now }: Drawn): PageSession => ({
  portal: pagePortal(portal, now),
  viewer: viewer && pageViewer(viewer, portal),
  ended,
  theme: pageTheme(portal.setting),
  drawn_at: now.toISOString(),
  has_demo: config.PORTICO_DEMO,
  keeps_mails: !config.is_production && !config.SMTP_URL,
  is_production: config.is_production,
  live: { key: config.live.key },
  third_parties,
})
