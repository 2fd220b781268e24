import type { Role } from './access/permissions.ts'
import type { TokenScope } from './access/token-scopes.ts'
import type { FontName, SiteFooter, SiteHeader } from './product/site-look.ts'

/** A portal as every layer knows it: what decides its pages, and the words and colors on them. */
export type PortalContext = {
  id: number
  slug: string
  name: string
  status: 'initializing' | 'pending' | 'pending_validation' | 'processing' | 'active'
  plan_short_name: string | null
  /** Until when the portal's subscription gives access, null without one (ORD-031); see `isSubscribed`. */
  subscribed_until: Date | null
  is_demo: boolean
  is_paused: boolean
  setting: PortalSetting
  company: CompanyInfo
  flags: PortalFlags
  /** Navigation groups in ascending sort_number (PRT-015). */
  navigations: NavigationGroup[]
  /** How many releases went live or were rolled back when the portal was read (PGB-053). */
  release_number: number
  /** The custom domain that is the portal's address, or null (PRT-095). */
  domain: string | null
  /** The provider at which everyone signs in where the portal takes no passwords, else null (SSO-026). */
  password_provider: string | null
  /** Whether people of proved e-mail domains alone use no password (SSO-028). */
  has_password_domains: boolean
  /** Scheme, host and port under which the portal is reached; canonical links and mails use it, never the Host header. */
  origin: string
}

/** A navigation group of a portal (PRT-014). */
export type NavigationGroup = { button_name: string; title: string; slug: string; sort_number: number }

/** `setting` of a portal (PRT-013). Images are addresses, or null. */
export type PortalSetting = {
  type: 1 | 2 | null
  is_marketable: boolean
  disable_course_questions: boolean
  has_blog: boolean
  has_course_catalog: boolean
  /** People sign in with badges (BDG-036). */
  has_badges: boolean
  primary_color: string | null
  secondary_color: string | null
  background: string | null
  footer_header_color: string | null
  footer_color: string | null
  heading_font: FontName | null
  text_font: FontName | null
  site_header: SiteHeader | null
  site_footer: SiteFooter | null
  favicon: string | null
  social_logo: string | null
  google_analytic_id: string | null
  /** What visitors can switch off stays off until they switch it on (UIX-031). */
  is_consent_opt_in: boolean
  /** The payment provider adds sales tax (CRT-017). */
  is_sales_tax_on: boolean
  logo: string | null
  secondary_logo: string | null
  default_certificate_logo: string | null
  /** An IANA name; the days of completion, due and expiry dates are days in it (PRT-077). */
  time_zone: string
  terms: string | null
}

/** Company information of a portal (PRT-018, PRT-019). */
export type CompanyInfo = {
  id: number
  name: string | null
  logo: string | null
  website: string | null
  is_confirmed: boolean
  support_phone: string | null
  support_email: string | null
  fax: string | null
  address: string | null
  city: string | null
  state: string | null
  country: string | null
  postal_code: string | null
  po_inbox: string | null
  address_link: string | null
}

/** State flags derived from a portal (PRT-030); several can be true at once. */
export type PortalFlags = {
  is_blocked: boolean
  is_invalid: boolean
  is_admin: boolean
  is_core: boolean
  is_channel: boolean
  is_in_house: boolean
  is_marketable: boolean
}

/**
 * How somebody stands with the second factor that their role may need: `due` while they may put it off, `overdue` when they
 * can do nothing else before they have one (AUT-067).
 */
export type SecondFactorState = 'met' | 'due' | 'overdue'

/** The signed-in person of a call, with the role in which they act in the portal of the call. */
export type Viewer = {
  user_id: number
  session_id: number
  roles: Role[]
  current_role: Role
  is_outside: boolean
  /** Null for somebody who has none and signs in with a badge (decision 064). */
  email: string | null
  username: string | null
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  avatar: string | null
  /** The super admin who acts as this person, or null. */
  impersonator_id: number | null
  impersonator_name: string | null
  /** Permissions switched on or off for the current role, beyond the role table (ROL-075). */
  toggles: Readonly<Record<string, boolean>>
  /** True when the call carries an API token instead of a session. */
  is_token: boolean
  /** Whether the session began with a badge: it changes nothing that counts in other portals (BDG-021). */
  is_by_badge?: boolean
  /** The name of that token. */
  token_name?: string
  /** The token of the portal that makes the call. It belongs to no person, so `user_id` is 0 (decision 042). */
  portal_token?: { id: number; scopes: readonly TokenScope[]; expires_at: Date }
  second_factor: SecondFactorState
}

/** Everything a handler knows about the call apart from its input. */
export type Context = {
  /** The portal the call acts in: that of the host, or the one a super admin has selected. */
  portal: PortalContext
  /** The portal of the host. */
  host_portal: PortalContext
  viewer: Viewer | null
  /** How far the permission reaches: all records of the portal, or the viewer's own. */
  scope: 'any' | 'own'
  now: Date
  request: { id: string; address: string; user_agent: string; is_secure: boolean }
}

/** A context with a signed-in person; what handlers of endpoints with a permission receive. */
export type SignedIn = Context & { viewer: Viewer }

/** Who is written down as the one who did something: nobody for a job, and for a token of the portal (decision 042). */
export const actorIdOf = ({ viewer }: Pick<Context, 'viewer'>): number | null =>
  viewer === null || viewer.portal_token ? null : viewer.user_id
