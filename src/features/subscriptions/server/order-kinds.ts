import { fulfilCredits } from '#features/checkout/server/api.ts'
import type { OrderKind } from '#features/orders/server/api.ts'
import {
  changePlan,
  endTermOfOrder,
  fulfilPartnerCredits,
  fulfilSubscription,
  noteRefusal,
  resumeTermOfOrder,
} from './actions/fulfil.ts'
import {
  companyOfBuyer,
  quotePartnerCredits,
  quotePartnerSubscription,
  quotePortalCredits,
  quoteSubscription,
} from './quotes.ts'

const TERM = { end: endTermOfOrder, resume: resumeTermOfOrder }

export const subscriptionOrders: OrderKind = {
  ...TERM,
  quote: quoteSubscription,
  fulfil: fulfilSubscription,
  fail: noteRefusal,
}
export const partnerSubscriptionOrders: OrderKind = {
  ...TERM,
  quote: quotePartnerSubscription,
  details: companyOfBuyer,
  fulfil: fulfilSubscription,
  fail: noteRefusal,
}
/** A plan is changed on the page of the subscription, not at the checkout. */
export const planChangeOrders: OrderKind = { ...TERM, fulfil: changePlan }
export const partnerCreditOrders: OrderKind = {
  quote: quotePartnerCredits,
  details: companyOfBuyer,
  fulfil: fulfilPartnerCredits,
}
export const portalCreditOrders: OrderKind = { quote: quotePortalCredits, fulfil: fulfilCredits }
