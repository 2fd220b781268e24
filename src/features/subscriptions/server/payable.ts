import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { priceOfPlan } from '../rules/plan.ts'
import { overduePayments, type Period, remainingPayments } from '../rules/term.ts'
import { loadPlan, type PlanRow, type SubscriptionRow } from './store.ts'

/** A plan by its id; `not_found` for an unknown one. */
export const requirePlan = async (tx: Tx, id: number): Promise<PlanRow> => {
  const plan = await loadPlan(tx, { id })
  if (!plan) throw fail('not_found')
  return plan
}

/** Whether payments of the term are owed: a trial and an attached plan have had none and owe none. */
export const owes = (row: Pick<SubscriptionRow, 'instalments_paid'>): boolean => row.instalments_paid > 0

/**
 * The payments that a canceled term still owes; a subscriber who buys again before its end pays them with the new term
 * (ORD-034).
 */
export const owedByCancelled = (row: SubscriptionRow | null): number =>
  row?.status === 'canceled' && owes(row) ? remainingPayments(row) : 0

/** Whether the payment that is due is the first of the next term. */
export const isRenewalDue = ({ due_at, ends_at }: Pick<SubscriptionRow, 'due_at' | 'ends_at'>): boolean =>
  due_at !== null && due_at >= ends_at

/** What the next term will be: the plan and period that were chosen for it, else the present ones (ORD-036). */
export const nextTermOf = (row: SubscriptionRow): { plan_id: number; period: Period } => ({
  plan_id: row.next_plan_id ?? row.plan_id,
  period: row.next_period ?? row.period,
})

export type Price = { plan: PlanRow; cents: number; period: Period }

const nextTermPrice = async (tx: Tx, row: SubscriptionRow): Promise<Price> => {
  const { plan_id, period } = nextTermOf(row)
  const plan = await requirePlan(tx, plan_id)
  return { plan, period, cents: priceOfPlan(plan, period) }
}

/** What the payment that is due costs: a running term keeps the price it was bought at, a new one has that of its day. */
export const instalmentPrice = async (tx: Tx, row: SubscriptionRow): Promise<Price> =>
  isRenewalDue(row)
    ? nextTermPrice(tx, row)
    : { plan: await requirePlan(tx, row.plan_id), period: row.period, cents: row.price_cents }

/** What can be paid at once: what is late, or the first term after a trial or an attached plan; null for nothing. */
export const payableNow = async (
  tx: Tx,
  row: SubscriptionRow,
  { now, portal }: Pick<Context, 'now' | 'portal'>,
): Promise<(Price & { payments: number; is_first: boolean }) | null> => {
  if (row.status === 'trialing' || (row.is_attached && row.status === 'active'))
    return { ...(await nextTermPrice(tx, row)), payments: 1, is_first: true }
  const isLate = ['past_due', 'unpaid', 'canceled'].includes(row.status) && row.past_due_at !== null
  if (!isLate || row.due_at === null) return null
  // A renewal that failed is the first payment of the next term.
  const payments = Math.max(1, overduePayments(row, now, portal.setting.time_zone))
  return { ...(await instalmentPrice(tx, row)), payments, is_first: false }
}
