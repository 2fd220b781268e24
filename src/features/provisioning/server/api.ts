/** What other slices may call of provisioning. */
export { findNamedManager, followClaim, followNamed } from './standing.ts'
