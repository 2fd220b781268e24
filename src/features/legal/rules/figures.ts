import { formatDate } from '#kernel/format.ts'
import { LEGAL } from '#kernel/product/legal.ts'

const dollars = (cents: number) => `US $${(cents / 100).toLocaleString('en-US')}`

/** The constants of the legal texts as the texts write them; the numbers themselves stand in one place (LEG-022). */
export const FIGURES = {
  adult_age: `${LEGAL.minimum_age_years}`,
  privacy_age: `${LEGAL.minimum_age_privacy_years}`,
  term: `${LEGAL.subscription_term_months} months`,
  access: `${LEGAL.course_access_years} years`,
  records: `${LEGAL.training_records_years} years`,
  uptime: `${LEGAL.uptime_percent}%`,
  maintenance_notice: `${LEGAL.maintenance_notice_hours} h`,
  chargeback_fee: dollars(LEGAL.chargeback_fee_cents),
  reshipping_fee: dollars(LEGAL.reshipping_fee_cents),
  rescheduling_fee: dollars(LEGAL.rescheduling_fee_cents),
  rescheduling_notice: `${LEGAL.rescheduling_notice_hours} hours`,
  monthly_interest: `${LEGAL.overdue_interest_percent_per_month}% per month`,
  annual_interest: `${LEGAL.overdue_interest_percent_per_annum}% per annum`,
  data_export: `${LEGAL.data_export_days} days`,
  breach_notice: `${LEGAL.breach_notice_hours} hours`,
  termination_notice: `${LEGAL.termination_notice_days} days`,
  termination_non_payment: `${LEGAL.termination_notice_non_payment_days} days`,
  texts_hold_from: formatDate(LEGAL.texts_hold_from, 'long'),
  accessibility_answer: `${LEGAL.accessibility_acknowledgement_business_days} business days`,
} as const
