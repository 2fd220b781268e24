import { recallShipment, shipOrder, shippingOf, tellRecalled } from '#features/shipping/server/api.ts'
import {
  changeFulfilment,
  companyOfBuyer,
  endTermOfOrder,
  noteRefusal,
  partnerCreditFulfilment,
  quotePartnerCredits,
  quotePartnerSubscription,
  quotePortalCredits,
  quoteSubscription,
  resumeTermOfOrder,
  subscriptionFulfilment,
} from '#features/subscriptions/server/api.ts'
import type { Services } from '#platform/services.ts'

/** Orders with the parts of the slices that stand above them, by type of order. */
export const commerce = ({ config }: Pick<Services, 'config'>) => {
  const subscription = subscriptionFulfilment(config)
  return {
    onCompleted: shipOrder,
    shippingOf,
    quotes: {
      subscription: quoteSubscription,
      'partner-subscription': quotePartnerSubscription,
      'partner-subscription-credit': quotePartnerCredits,
      'credits-on-portal': quotePortalCredits,
    },
    details: { 'partner-subscription': companyOfBuyer, 'partner-subscription-credit': companyOfBuyer },
    fulfilments: {
      subscription,
      'partner-subscription': subscription,
      'change-subscription': changeFulfilment,
      'partner-subscription-credit': partnerCreditFulfilment,
    },
    endings: {
      course: recallShipment,
      bundle: recallShipment,
      'learner-reenroll': recallShipment,
      subscription: endTermOfOrder,
      'partner-subscription': endTermOfOrder,
      'change-subscription': endTermOfOrder,
    },
    resumptions: {
      course: tellRecalled,
      bundle: tellRecalled,
      'learner-reenroll': tellRecalled,
      subscription: resumeTermOfOrder,
      'partner-subscription': resumeTermOfOrder,
      'change-subscription': resumeTermOfOrder,
    },
    failures: { subscription: noteRefusal, 'partner-subscription': noteRefusal },
  }
}
