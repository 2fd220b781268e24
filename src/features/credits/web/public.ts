export { besideField } from '../rules/beside-field.ts'
export { CreditBar } from './credit-bar.tsx'
export { PortalCredits, portalCreditsQuery } from './portal-credits.tsx'
export { refreshCredits } from './queries.ts'
