import type { PortalContext, Viewer } from '../context.ts'
import type { ThirdParty } from '../product/third-parties.ts'
import type { Permission } from './permissions.ts'
import type { SessionEnding } from './session-ending.ts'

/** What every page knows about the portal: everything of it that anybody may read. */
export type PagePortal = Omit<PortalContext, 'is_paused' | 'subscribed_until'> & {
  /** False while nothing new can begin here (ORD-047). */
  is_subscribed: boolean
}

/** What every page knows about the signed-in person. */
export type PageViewer = Omit<Viewer, 'session_id' | 'toggles' | 'is_token'> & {
  /** What the current role reaches in this portal; anything else the server refuses, so no screen offers it. */
  abilities: readonly Permission[]
}

/** A portal's look as finished style rules, and the one color scheme of a portal that has only one. */
export type PageTheme = {
  style: string
  only: 'dark' | null
  theme_color: string
  /** The addresses of the fonts that a page loads first. */
  fonts: readonly string[]
}

/** The portal and the person for whom a page is shown; made by the server, carried over to the browser. */
export type PageSession = {
  portal: PagePortal
  viewer: PageViewer | null
  /** How the session that the browser brought has ended; null where it brought none, or one that runs (AUT-056, AUT-074). */
  ended: SessionEnding | null
  theme: PageTheme
  /** When the server drew the page; the browser repeats it with this moment, however its own clock goes. */
  drawn_at: string
  /** Demo sign-ins are offered, developer pages exist. */
  has_demo: boolean
  /** Mails stay in the local outbox, which the page may point to. */
  keeps_mails: boolean
  is_production: boolean
  live: { key: string }
  /** Scripts of others that are configured for the portal; which of them a page loads depends on consent. */
  third_parties: readonly ThirdParty[]
  /** The release that the page shows before it is live, and what lets a page be opened that does (PGB-051). */
  preview?: { name: string; token: string }
}
