/** What the composition and other slices may call of payments. */
export { checkPayments, type Difference, reconcile } from './reconcile.ts'
