/** What other slices may call of API tokens. */
export { presentToken, revokeToken, tokensOf, tokensOfPortal } from './store.ts'
