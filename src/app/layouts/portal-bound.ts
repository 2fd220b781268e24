/** Screens that concern no single portal although they stand below `/admin`. */
const OVER_ALL = ['/admin/subscriptions', '/admin/partner-shares', '/admin/health']
/** Screens whose calls act on one portal, beside those below `/admin` and the content below `/portals`. */
const BOUND = [
  '/portal-settings',
  '/courses/admin',
  '/courses/builder',
  '/question-pools',
  '/shipments',
  '/crew-sessions',
  '/users/create-enrollment',
  '/users/managers',
]

const isBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`)

/** Whether a screen belongs to one portal, so that a super admin on the admin portal has to choose that first (PRT-082). */
export const isPortalBound = (path: string): boolean => {
  if (OVER_ALL.some((parent) => isBelow(path, parent))) return false
  if (isBelow(path, '/admin') || BOUND.some((parent) => isBelow(path, parent))) return true
  // `/portals/7/…` names its portal itself, `/portals/reviews` is a list of the chosen one.
  return /^\/portals\/(?!\d+(\/|$))/.test(path) && path !== '/portals/'
}
