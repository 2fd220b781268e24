/** What other slices may call of API tokens. */

export { checkExpiry, NOTICE_DAYS, noticeDue } from '../rules/expiry.ts'
export { presentToken, revokeToken, tokensOf, tokensOfPortal } from './store.ts'
