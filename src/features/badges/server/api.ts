/** What other slices may call of badges. */
export { addWithoutEmail, requireFreeNumbers } from './actions/add-without-email.ts'
export { isOwnBadgeSecret } from './actions/change-secret.ts'
export { issueBadge, withdrawBadge } from './actions/issue-badge.ts'
export { proveBadge } from './actions/prove-badge.ts'
export { findHolder, type Holder, loadHolders, ownersOf } from './store.ts'
export { requireSwitchedOn as requireBadges } from './switch.ts'
