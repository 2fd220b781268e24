/** What the composition and other slices may call of subscriptions. */
export {
  changeFulfilment,
  endTermOfOrder,
  noteRefusal,
  partnerCreditFulfilment,
  resumeTermOfOrder,
  subscriptionFulfilment,
} from './actions/fulfil.ts'
export { portalSubscription } from './portal-subscription.ts'
export {
  companyOfBuyer,
  quotePartnerCredits,
  quotePartnerSubscription,
  quotePortalCredits,
  quoteSubscription,
} from './quotes.ts'
