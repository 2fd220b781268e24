export { isWhole, type NavigationLinks, NavigationList, wholeLinks } from './components/navigation-list.tsx'
export { PortalStrip } from './components/portal-strip.tsx'
export { useSelectPortal } from './select-portal.ts'
export { timeZones } from './time-zones.ts'
