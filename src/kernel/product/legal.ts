import { addMonthsIn, addMonthsToDay, dayOf, endOfDay } from '../format/day.ts'

/** The constants of the legal texts, in one place for the product and the legal pages (LEG-022). */
export const LEGAL = {
  /** Customers the legal texts are made for (LEG-001). */
  customers_country: 'US',
  /** Below this age only with parental consent (LEG-002). */
  minimum_age_years: 18,
  /** The minimum age of the privacy rules (LEG-002). */
  minimum_age_privacy_years: 13,
  /** End-user accounts may not be shared (LEG-003). */
  is_account_sharing_allowed: false,
  /** LEG-004. */
  subscription_term_months: 12,
  /** From purchase; taking a course ends earlier when it is completed (LEG-005, LEG-006). */
  course_access_years: 5,
  /** From completion (LEG-007, LEG-008). */
  training_records_years: 5,
  /** LEG-009. */
  uptime_percent: 99.5,
  /** LEG-010. */
  maintenance_notice_hours: 48,
  /** LEG-011. */
  chargeback_fee_cents: 50_000,
  /** LEG-012. */
  reshipping_fee_cents: 5_000,
  /** For an instructor-led Mock canceled with less notice than below (LEG-013). */
  rescheduling_fee_cents: 15_000,
  /** LEG-013. */
  rescheduling_notice_hours: 48,
  /** Of the terms; stated only, never computed (LEG-014, LEG-015). */
  overdue_interest_percent_per_month: 1.5,
  /** Of the subscription license; stated only, never computed (LEG-014, LEG-015). */
  overdue_interest_percent_per_annum: 18,
  /** LEG-016. */
  data_export_days: 30,
  /** LEG-017. */
  breach_notice_hours: 72,
  /** LEG-018. */
  termination_notice_days: 30,
  /** LEG-018. */
  termination_notice_non_payment_days: 7,
  /** The day from which the texts hold as they are; it moves with every change of what they say. */
  texts_hold_from: '2026-11-24',
  /** LEG-019. */
  accessibility_acknowledgement_business_days: 2,
} as const

/** The same day this many months later, in UTC; the last day of the month where the day does not exist. */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  const day = result.getUTCDate()
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(day, lastDay))
  return result
}

/** When the access to a course bought at that time ends: with the same day in five years, in the portal's time zone (LEG-005, PRT-078). */
export function courseAccessEnds(purchasedAt: Date, zone: string): Date {
  return endOfDay(addMonthsToDay(dayOf(purchasedAt, zone), LEGAL.course_access_years * 12), zone)
}

/** When the training record of a course completed at that time may be dropped (LEG-008). */
export function trainingRecordEnds(completedAt: Date): Date {
  return addMonths(completedAt, LEGAL.training_records_years * 12)
}

/** When a subscription term that starts at that time ends, by days of the portal's time zone (LEG-004, PRT-078). */
export function subscriptionTermEnds(startsAt: Date, zone: string): Date {
  return addMonthsIn(startsAt, LEGAL.subscription_term_months, zone)
}

/** The paths of the legal pages (LEG-020). */
export const LEGAL_PAGES = [
  '/terms',
  '/privacy-statement',
  '/ada-accessibility',
  '/equal-employment-opportunity-and-anti-discrimination-policy',
  '/drug-free-workplace',
] as const
