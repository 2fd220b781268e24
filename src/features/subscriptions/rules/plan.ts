import { formatCents } from '#kernel/format.ts'
import { LEGAL } from '#kernel/product/legal.ts'
import { instalmentsOf, type Period, remainingPayments } from './term.ts'

/** A plan as far as money goes; amounts in cents, the annual price for the whole year. */
export type PlanPrices = { id: number; monthly_price_cents: number; annual_price_cents: number }

/** What one payment of a plan costs in a period, in cents (CAT-016, CAT-017). */
export const priceOfPlan = (plan: Omit<PlanPrices, 'id'>, period: Period): number =>
  period === 'annual' ? plan.annual_price_cents : plan.monthly_price_cents

/** True when the other plan is worth more a year; the period alone does not make it an upgrade (ORD-033, ORD-036). */
export const isUpgrade = (from: PlanPrices, to: PlanPrices): boolean => to.annual_price_cents > from.annual_price_cents

type Running = {
  period: Period
  instalments_paid: number
  price_cents: number
  /** An attached plan and a trial owe nothing. */
  owes: boolean
}

/** What an upgrade costs now, in cents: the remaining payments of the old term and the first payment of the new one (ORD-033, ORD-035). */
export const upgradeLines = (running: Running, to: Omit<PlanPrices, 'id'>, period: Period) => {
  const count = running.owes ? remainingPayments(running) : 0
  return {
    remaining: { count, unit_cents: running.price_cents, total_cents: count * running.price_cents },
    first_cents: priceOfPlan(to, period),
  }
}

/** What a year in this period costs, in cents. */
export const yearlyPrice = (plan: Omit<PlanPrices, 'id'>, period: Period): number =>
  priceOfPlan(plan, period) * instalmentsOf(period)

type Described = {
  annual_credits: number
  extra_credit_price_cents: number
  trial_days: number
}

/** How a plan describes its trial. */
export const trialFeature = (days: number): string => `${days} days free at the start, without a card`

/** The feature list of a plan in words (CAT-018, CAT-043). */
export const planFeatures = (plan: Described): string[] => {
  const credits = plan.annual_credits.toLocaleString('en-US')
  return [
    ...(plan.trial_days > 0 ? [trialFeature(plan.trial_days)] : []),
    plan.annual_credits > 0
      ? `${credits} content credits every year; unused credits roll over`
      : 'Content credits as you need them',
    `Extra credits from ${formatCents(plan.extra_credit_price_cents)} per user and course`,
    `Cancel at any time to the end of the term of ${LEGAL.subscription_term_months} months`,
  ]
}
