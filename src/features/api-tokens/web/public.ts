export { checkExpiry, lastExpiry } from '../rules/expiry.ts'
export { TokenRows } from './components/token-rows.tsx'
export { TokenSection } from './components/token-section.tsx'
export { ownTokens } from './queries.ts'
