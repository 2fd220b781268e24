import type { PagePortal } from '../access/session.ts'

/** What of a portal decides whether search engines may list its pages. */
export type Findable = Pick<PagePortal, 'is_demo' | 'flags' | 'status'>

/** Whether a portal shows its public pages at all: not blocked or paused, and set up completely (PRT-029, ROU-118). */
export const isOpenPortal = ({ flags, status }: Findable): boolean =>
  !flags.is_blocked && !flags.is_invalid && status === 'active'

/** Whether search engines may list the public pages of a portal: demo and preview portals they may not (SEO-022). */
export const isFindable = (portal: Findable): boolean => !portal.is_demo && isOpenPortal(portal)
