export { PortalBanner } from './components/portal-banner.tsx'
export { RoleAnnouncements } from './components/role-announcements.tsx'
export { shownAnnouncements } from './queries.ts'
