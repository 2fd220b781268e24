import type { PagePortal, PageSession } from '../access/session.ts'
import { SUPER_ADMINS } from '../access/super-admins.ts'

/** Pages that a blocked portal still shows (ROU-118). */
const OPEN_WHEN_BLOCKED = ['/login', '/forgot-password', '/reset-password', '/terms', '/admin/my-subscription']
/** Pages that an invalid or unfinished portal still shows (ROU-120, PRT-029). */
const OPEN_WHEN_INVALID = [
  ...OPEN_WHEN_BLOCKED,
  '/coming-soon',
  '/admin/portal/settings',
  '/admin/portal/theme',
  '/privacy-statement',
  '/ada-accessibility',
  '/equal-employment-opportunity-and-anti-discrimination-policy',
  '/drug-free-workplace',
]

type State = Pick<PagePortal, 'flags' | 'status'>

/** Whether the portal is not paused, or shows the page anyway (ROU-118). */
export const isOpenWhileBlocked = ({ flags }: State, path: string): boolean =>
  !flags.is_blocked || OPEN_WHEN_BLOCKED.includes(path)
/** Whether the portal is set up, or shows the page anyway (ROU-120, PRT-029). */
export const isOpenUntilActive = ({ flags, status }: State, path: string): boolean =>
  (!flags.is_invalid && status === 'active') || OPEN_WHEN_INVALID.includes(path)
/** Whether the portal shows the page in its present state; a link to any other leads nowhere. */
export const isPageOpen = (portal: State, path: string): boolean =>
  isOpenWhileBlocked(portal, path) && isOpenUntilActive(portal, path)

const isSuperAdmin = ({ viewer }: PageSession) => SUPER_ADMINS.some((role) => role === viewer?.current_role)

/** Whether the blog exists for this person on this portal (ROU-109). */
export const hasBlog = (session: PageSession): boolean =>
  (session.portal.flags.is_channel && session.portal.flags.is_core) ||
  isSuperAdmin(session) ||
  session.portal.setting.has_blog

/** Whether the course catalog exists for this person on this portal (ROU-110). */
export const hasCatalog = (session: PageSession): boolean =>
  isSuperAdmin(session) || session.portal.setting.has_course_catalog

/** What a person can find on this portal now: its shop, catalog and blog (PRT-005). */
export const storefrontOf = (session: PageSession): { shop: boolean; catalog: boolean; blog: boolean } => {
  const { portal } = session
  const isOpen = isPageOpen(portal, '/course')
  const isPublic = isOpen && !portal.flags.is_in_house
  return {
    shop: isPublic && portal.flags.is_marketable,
    catalog: isPublic && hasCatalog(session),
    blog: isOpen && hasBlog(session),
  }
}
