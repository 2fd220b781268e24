import { hasBlog, hasCatalog, isOpenUntilActive, isOpenWhileBlocked } from '../product/portal-pages.ts'
import { isInGroup } from './roles.ts'
import type { PageSession } from './session.ts'

export { hasBlog, hasCatalog } from '../product/portal-pages.ts'

/** What a guard decides: the page may open, or the person goes elsewhere, or the page answers an error. */
export type GuardResult =
  | { kind: 'pass' }
  | { kind: 'redirect'; to: string; remembers?: boolean }
  | { kind: 'error'; status: 403 | 404 | 500; code: GuardError; text: string }

// A copy of some texts of the catalog, whose whole table is too much for the first load; a test compares them.
const ERROR_TEXTS = {
  page_not_found: 'Page not found!',
  portal_blocked: 'The portal is blocked, please contact the site administrator for more information.',
  portal_paused: 'This portal is paused. Come back later, please',
  learner_only: 'You can take this course only as a learner',
  unexpected: 'Something went wrong. Please try again later.',
} as const
type GuardError = keyof typeof ERROR_TEXTS

/** The page being opened: its path, its query, and what its route says about it. */
export type GuardPage = {
  path: string
  query: Record<string, unknown>
  has_home_page?: boolean
  /** Whether the partner has a company profile; null when that could not be read. */
  has_company?: boolean | null
}

type Guard = (session: PageSession, page: GuardPage) => GuardResult

const pass: GuardResult = { kind: 'pass' }
const refuse = (status: 403 | 404 | 500, code: GuardError): GuardResult => ({
  kind: 'error',
  status,
  code,
  text: ERROR_TEXTS[code],
})
const notFound = refuse(404, 'page_not_found')
const goTo = (to: string, remembers = false): GuardResult => ({ kind: 'redirect', to, remembers })

const isPortalAdmin = ({ viewer }: PageSession) =>
  viewer !== null && isInGroup(viewer.current_role, 'permission_admins')
const homeOf = ({ viewer }: PageSession) => (viewer ? '/dashboard' : '/login')

/** Pages that a partner opens before there is a company profile (PAR-004). */
const OPEN_WITHOUT_COMPANY = ['/partner/company', '/profile/settings', '/profile/change-password']

/** The guards of ROU-101 to ROU-126 by name; the server enforces the same rules on the calls (ROU-130). */
export const GUARDS = {
  auth: ({ viewer }, page) => {
    if (!viewer) return goTo('/login', true)
    // Nothing else opens before a second factor that is overdue (ROU-141).
    return viewer.second_factor === 'overdue' && page.path !== '/two-factor' ? goTo('/two-factor', true) : pass
  },
  guest: (session) => (session.viewer ? goTo('/dashboard') : pass),
  'portal-blocked': (session, page) => {
    if (isOpenWhileBlocked(session.portal, page.path)) return pass
    if (isPortalAdmin(session)) return goTo('/admin/my-subscription')
    return refuse(403, session.viewer ? 'portal_blocked' : 'portal_paused')
  },
  'portal-invalid': (session, page) => {
    if (isOpenUntilActive(session.portal, page.path)) return pass
    return goTo(isPortalAdmin(session) ? '/admin/portal/settings' : '/coming-soon')
  },
  'user-invalid': ({ viewer }, page) => {
    // Somebody without an e-mail signs in with a badge (BDG-028).
    const isInvalid = viewer !== null && (!viewer.first_name || !viewer.last_name)
    return isInvalid && page.path !== '/profile/settings' ? goTo('/profile/settings') : pass
  },
  'partner-company': ({ viewer }, { path, has_company }) => {
    if (viewer?.current_role !== 'partner' || has_company === undefined || has_company === true) return pass
    if (has_company === null) return refuse(500, 'unexpected')
    return OPEN_WITHOUT_COMPANY.includes(path) ? pass : goTo('/partner/company')
  },
  'core-portal': (session, page) => {
    const { flags } = session.portal
    if (flags.is_core) return pass
    if (session.viewer) return goTo('/dashboard')
    if (!(flags.is_channel && flags.is_marketable)) return goTo('/login')
    return page.path === '/' ? goTo('/course') : notFound
  },
  'index-page-disabled': (session, page) => {
    if (page.has_home_page !== false || String(page.query.preview) === '1') return pass
    return goTo(homeOf(session))
  },
  'channel-only': (session) => (session.portal.flags.is_channel ? pass : goTo(homeOf(session))),
  marketable: (session) => (session.portal.flags.is_marketable ? pass : notFound),
  blog: (session) => (hasBlog(session) ? pass : notFound),
  catalog: (session) => (hasCatalog(session) ? pass : notFound),
  'not-production': (session) => (session.is_production ? notFound : pass),
  'in-house': (session) => (session.portal.flags.is_in_house ? goTo(homeOf(session)) : pass),
  'public-page-only-core-portal': (session) => (session.portal.flags.is_core ? pass : notFound),
  'course-questions': (session, page) =>
    session.portal.setting.disable_course_questions
      ? goTo(page.path.replace(/\/questions(\/[^/]*)?$/, page.path.includes('/builder/') ? '/overview' : '/outline'))
      : pass,
  learner: ({ viewer }) => (viewer?.current_role === 'learner' ? pass : refuse(403, 'learner_only')),
} as const satisfies Record<string, Guard>

export type GuardName = keyof typeof GUARDS

/** Guards in front of every screen that is neither public, commerce nor sign-in (ROU-129). */
export const SIGNED_IN_GUARDS = [
  'auth',
  'portal-blocked',
  'portal-invalid',
  'user-invalid',
] as const satisfies GuardName[]
/** Guards in front of public and commerce screens, before their own (ROU-129). */
export const PUBLIC_GUARDS = ['portal-blocked', 'portal-invalid'] as const satisfies GuardName[]

/** Runs guards in order; the first that redirects or fails ends the chain, and a redirect to the page itself counts as passed (ROU-100). */
export const runGuards = (names: readonly string[], session: PageSession, page: GuardPage): GuardResult => {
  for (const name of names) {
    const guard = Object.hasOwn(GUARDS, name) ? (GUARDS as Record<string, Guard>)[name] : null
    if (!guard) return refuse(500, 'unexpected')
    const result = guard(session, page)
    if (result.kind === 'redirect' && result.to === page.path) continue
    if (result.kind !== 'pass') return result
  }
  return pass
}
