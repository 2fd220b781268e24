/** What other slices may call of API tokens. */

export { checkExpiry } from '../rules/expiry.ts'
export { presentToken, revokeToken, tokensOf, tokensOfPortal } from './store.ts'
