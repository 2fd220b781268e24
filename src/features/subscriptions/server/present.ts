import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { isUpgrade, planFeatures, upgradeLines } from '../rules/plan.ts'
import { givesAccess } from '../rules/status.ts'
import { instalmentsOf, PERIODS, remainingPayments } from '../rules/term.ts'
import { instalmentPrice, owes, payableNow } from './payable.ts'
import { renews, standingOf } from './standing.ts'
import { type ListedRow, listPlans, loadPlan, type PlanRow, type SubscriptionRow } from './store.ts'

/** A plan as everyone sees it; amounts in cents. */
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

/** The own subscription with what can be done about it (ORD-039). */
export const presentMine = async (tx: Tx, ctx: Pick<Context, 'now' | 'portal'>, row: SubscriptionRow) => {
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
  const payable = await payableNow(tx, row, ctx)
  const isPaying = row.due_at !== null && row.card_reference !== null && row.status !== 'unpaid'
  return {
    ...presentStanding(row, ctx.now),
    plan: shortPlan(plan),
    renews: renews(row),
    next_payment:
      isPaying && row.due_at ? { due_at: row.due_at, amount: (await instalmentPrice(tx, row)).cents } : null,
    payable: payable && { amount: payable.payments * payable.cents, payments: payable.payments },
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
