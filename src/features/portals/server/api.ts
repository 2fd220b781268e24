/** What other slices may call of portals. */
export { makePortal } from './actions/create-portal.ts'
export { openStartedSite } from './actions/start-site.ts'
export { portalChanged } from './changed.ts'
export { identityOf, readPortal } from './portal-directory.ts'
export { releasableNavigation, releasableTheme } from './releasable.ts'
export { loadPortalAdmins } from './store.ts'
