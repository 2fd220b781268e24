import { LEGAL } from '#kernel/product/legal.ts'

/** Customization services, in cents per hour (CAT-019). */
export const CUSTOMIZATION_CENTS_PER_HOUR = 35_000

/** "$350 per hour", as the plan pages write it (CAT-020). */
export const customizationPrice = `$${CUSTOMIZATION_CENTS_PER_HOUR / 100} per hour`

/** What every plan has (CAT-018). */
export const PLAN_FEATURES = [
  'Annual content credits with rollover',
  'A per-user, per-course price for extra credits',
  'Cancel at end of billing period',
] as const

/** When a cancellation takes effect, in plain words (CAT-043). */
export const CANCELLATION_NOTE = `The billing period is the subscription term of ${LEGAL.subscription_term_months} months. A cancellation takes effect at the end of that term: until then your portal stays open and the remaining payments are due.`
