import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db.ts'
import { isUpgrade, planFeatures, priceOfPlan, upgradeLines } from '../rules/plan.ts'
import { givesAccess } from '../rules/status.ts'
import { instalmentsOf, overduePayments, PERIODS, remainingPayments } from '../rules/term.ts'
import { renews, standingOf } from './standing.ts'
import { type ListedRow, listPlans, loadPlan, type PlanRow, type SubscriptionRow } from './store.ts'

/** A plan as everybody sees it; amounts in cents. */
export const presentPlan = ({
  monthly_price_cents,
  annual_price_cents,
  extra_credit_price_cents,
  ...plan
}: PlanRow) => ({
  ...plan,
  monthly_price: monthly_price_cents,
  annual_price: annual_price_cents,
  extra_credit_price: extra_credit_price_cents,
  features: planFeatures({ ...plan, extra_credit_price_cents }),
})

const shortPlan = ({ id, name, short_name }: Pick<PlanRow, 'id' | 'name' | 'short_name'>) => ({ id, name, short_name })

const presentStanding = (row: SubscriptionRow, now: Date) => ({
  id: row.id,
  period: row.period,
  status: row.status,
  gives_access: givesAccess(standingOf(row), now),
  is_attached: row.is_attached,
  price: row.price_cents,
  credits: row.credits,
  extra_credit_price: row.extra_credit_price_cents,
  starts_at: row.term_starts_at,
  ends_at: row.ends_at,
  cancelled_at: row.cancelled_at,
})

/** Whether payments of the running term are owed: neither a trial nor an attached plan owes any. */
export const owes = (row: Pick<SubscriptionRow, 'is_attached' | 'status'>): boolean =>
  !row.is_attached && row.status !== 'trialing'

/** What can be paid at once: what is late, or the first term after a trial or an attached plan; null for nothing. */
export const payableNow = (
  row: SubscriptionRow,
  plan: PlanRow,
  now: Date,
): { amount: number; payments: number } | null => {
  if (row.status === 'trialing' || (row.is_attached && row.status === 'active'))
    return { amount: priceOfPlan(plan, row.period), payments: 1 }
  if (row.status !== 'past_due' && row.status !== 'unpaid') return null
  // A renewal that failed is the first payment of the next term.
  const payments = Math.max(1, overduePayments(row, now))
  return { amount: payments * row.price_cents, payments }
}

/** The own subscription with what can be done about it (ORD-039). */
export const presentMine = async (tx: Tx, ctx: Pick<Context, 'now'>, row: SubscriptionRow) => {
  const audience = row.company_id === null ? 'portal' : 'partner'
  const plan = (await loadPlan(tx, { id: row.plan_id }))!
  const next = row.next_plan_id === null ? null : await loadPlan(tx, { id: row.next_plan_id })
  const running = { ...row, owes: owes(row) }
  const changes = (await listPlans(tx, audience)).flatMap((other) =>
    PERIODS.filter((period) => other.id !== plan.id || period !== row.period).map((period) => {
      const isUp = isUpgrade(plan, other)
      const { remaining, first_cents } = upgradeLines(running, other, period)
      return {
        plan_id: other.id,
        type: period,
        is_upgrade: isUp,
        remaining_payments: isUp ? remaining.count : 0,
        remaining_total: isUp ? remaining.total_cents : 0,
        total: isUp ? remaining.total_cents + first_cents : 0,
      }
    }),
  )
  const isPaying = row.due_at !== null && row.card_reference !== null && row.status !== 'unpaid'
  return {
    ...presentStanding(row, ctx.now),
    plan: shortPlan(plan),
    renews: renews(row),
    next_payment: isPaying && row.due_at ? { due_at: row.due_at, amount: row.price_cents } : null,
    payable: payableNow(row, plan, ctx.now),
    payments_paid: row.instalments_paid,
    payments_left: owes(row) ? remainingPayments(row) : 0,
    payments_total: instalmentsOf(row.period),
    next_plan: next && row.next_period ? { plan: shortPlan(next), period: row.next_period } : null,
    changes: row.status === 'canceled' || row.status === 'deleted' ? [] : changes,
  }
}

/** A subscription in the list of all portals. */
export const presentListed = (row: ListedRow, now: Date) => ({
  ...presentStanding(row, now),
  plan: { id: row.plan_id, name: row.plan_name, short_name: row.plan_short_name },
  portal: { id: row.portal_id, name: row.portal_name, slug: row.portal_slug },
  company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
  renews: renews(row),
  created_at: row.created_at,
})
