/** What other slices may call of API tokens. */
export { presentToken, revokeToken, tokensOf } from './store.ts'
