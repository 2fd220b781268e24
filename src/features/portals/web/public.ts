export { PortalStrip } from './components/portal-strip.tsx'
export { useSelectPortal } from './select-portal.ts'
export { timeZones } from './time-zones.ts'
