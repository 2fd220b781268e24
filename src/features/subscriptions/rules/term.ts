import { addMonthsIn } from '#kernel/format/day.ts'
import { LEGAL, subscriptionTermEnds } from '#kernel/product/legal.ts'

export const PERIODS = ['monthly', 'annual'] as const
export type Period = (typeof PERIODS)[number]

/** How many payments a term of 12 months has (ORD-028, ORD-032). */
export const instalmentsOf = (period: Period): number => (period === 'annual' ? 1 : LEGAL.subscription_term_months)

export type Term = {
  period: Period
  term_starts_at: Date
  instalments_paid: number
}

/**
 * When the next payment of a term is due, by days of the portal's time zone (PRT-078); the end of the term, where the next
 * one begins, once all are paid.
 */
export const nextDue = ({ period, term_starts_at: start, instalments_paid: paid }: Term, zone: string): Date =>
  paid >= instalmentsOf(period) ? subscriptionTermEnds(start, zone) : addMonthsIn(start, paid, zone)

/** How many payments of the term are still to come, those that are late included. */
export const remainingPayments = ({ period, instalments_paid: paid }: Pick<Term, 'period' | 'instalments_paid'>) =>
  Math.max(0, instalmentsOf(period) - paid)

/** How many payments of the term are due by now; 0 while nothing is. */
export const overduePayments = (term: Term, now: Date, zone: string): number => {
  let count = 0
  for (let paid = term.instalments_paid; paid < instalmentsOf(term.period); paid++)
    if (nextDue({ ...term, instalments_paid: paid }, zone) <= now) count++
  return count
}

const DAY_MS = 86_400_000
/** Days after a refused payment until the card is tried again, by the number of refusals. */
const RETRY_DAYS = [1, 2, 3] as const

/** When a refused payment is tried again; null if it is not. */
export const retryAt = (failures: number, now: Date): Date | null => {
  const days = RETRY_DAYS[failures - 1]
  return days === undefined ? null : new Date(now.getTime() + days * DAY_MS)
}

/** From this time on a subscription with a late payment is unpaid (LEG-018). */
export const unpaidAt = (pastDueAt: Date): Date =>
  new Date(pastDueAt.getTime() + LEGAL.termination_notice_non_payment_days * DAY_MS)

/** From this time on an unpaid subscription ends (LEG-018). */
export const terminatedAt = (pastDueAt: Date): Date =>
  new Date(pastDueAt.getTime() + LEGAL.termination_notice_days * DAY_MS)

/** The days before the end on which it is announced (ORD-047). */
const ANNOUNCED_DAYS = [30, 14, 3, 0] as const

/** The announcement that is due now: the least of 30, 14, 3 and 0 days that has been reached, or null (ORD-047). */
export const announcementDue = (endsAt: Date, now: Date): number | null => {
  const left = (endsAt.getTime() - now.getTime()) / DAY_MS
  const reached = ANNOUNCED_DAYS.filter((days) => left <= (days === 0 ? 1 : days))
  return reached.at(-1) ?? null
}
