/** What other slices may call of subscriptions. */
export { portalSubscription } from './portal-subscription.ts'
