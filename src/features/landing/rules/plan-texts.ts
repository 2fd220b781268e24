import { LEGAL } from '#kernel/legal.ts'
import { businessName, type PlanShortName } from '#kernel/plans.ts'

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

type PlanText = { plan: PlanShortName; name: string; for_whom: string; extras: readonly string[] }

/** The plans that have a public business name (PRT-026, PRT-027), the smallest first. */
export const PLAN_TEXTS: readonly PlanText[] = (
  [
    ['promo', 'For a first portal and a small team.', ['Your logo and colours', 'Certificates with your name']],
    [
      'established',
      'For companies that train every month.',
      ['Managers with credits of their own', 'Permissions by role'],
    ],
    [
      'enterprise',
      'For many sites and many thousands of people.',
      ['Two-way API and callbacks', 'Own domain and e-mail'],
    ],
  ] as const
).map(([plan, for_whom, extras]) => ({ plan, name: businessName(plan) ?? plan, for_whom, extras }))
