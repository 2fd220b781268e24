/** What other slices may call of the checkout. */
export { fulfilCredits } from './actions/fulfil.ts'
