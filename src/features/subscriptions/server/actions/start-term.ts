import { grantPlanCredits } from '#features/credits/server/api.ts'
import type { OrderRow } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { subscriptionTermEnds } from '#kernel/product/legal.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { priceOfPlan } from '../../rules/plan.ts'
import { nextDue, type Period } from '../../rules/term.ts'
import { loadLines } from '../order-lines.ts'
import { applyToPortal } from '../standing.ts'
import { insertSubscription, type Owner, type PlanRow, type SubscriptionRow, updateSubscription } from '../store.ts'

export type NewTerm = {
  owner: Owner
  plan: PlanRow
  period: Period
  /** The payer. */
  user_id: number | null
  starts_at: Date
  /** The order that pays the first instalment; null for a trial or an attached plan. */
  order: OrderRow | null
  /** The end of a trial, or of an attached plan that is shorter than a term. */
  ends_at?: Date
  /** Credits of an attached plan; those of the plan without it. */
  credits?: number
  kind: 'paid' | 'trial' | 'attached'
  /** The running subscription that continues with this term. */
  running: SubscriptionRow | null
}

/** The payment whose card pays the next instalments: this order's, where the buyer entered a card for it. */
const cardOf = (order: OrderRow | null, running: SubscriptionRow | null): string | null =>
  order?.checkout_id && order.payment_reference ? order.payment_reference : (running?.card_reference ?? null)

/** The price of one payment of the term: what the buyer agreed to, even if the plan's price has changed since. */
const priceOf = async (tx: Tx, { kind, order, plan, period }: NewTerm): Promise<number> => {
  if (kind === 'attached') return 0
  const [first] = kind === 'paid' && order ? await loadLines(tx, order) : []
  return first?.unit_price_cents ?? priceOfPlan(plan, period)
}

/**
 * Starts a term of 12 months (ORD-032): of a new subscription, or of the running one after a trial, a change or the
 * last term. Adds the plan's credits to the remaining ones (CRD-013), once for each term, and sets the portal's plan.
 */
export const startTerm = async (tx: Tx, ctx: Context, term: NewTerm): Promise<SubscriptionRow> => {
  const { owner, plan, period, running, kind, order } = term
  const isPaid = kind === 'paid'
  const zone = ctx.portal.setting.time_zone
  const instalments_paid = isPaid ? 1 : 0
  const ends_at = term.ends_at ?? subscriptionTermEnds(term.starts_at, zone)
  const due = isPaid ? nextDue({ period, term_starts_at: term.starts_at, instalments_paid }, zone) : null
  const values = {
    plan_id: plan.id,
    period,
    status: kind === 'trial' ? 'trialing' : 'active',
    user_id: term.user_id,
    is_attached: kind === 'attached',
    price_cents: await priceOf(tx, term),
    credits: term.credits ?? plan.annual_credits,
    extra_credit_price_cents: plan.extra_credit_price_cents,
    term_starts_at: term.starts_at,
    ends_at,
    instalments_paid,
    due_at: due,
    next_payment_at: due,
    failed_payments: 0,
    past_due_at: null,
    card_reference: isPaid ? cardOf(order, running) : null,
    next_plan_id: null,
    next_period: null,
    order_id: order?.id ?? null,
    order_portal_id: order?.portal_id ?? null,
    cancelled_at: null,
  }
  const subscription = running
    ? await updateSubscription(tx, running, values, ctx.now)
    : await insertSubscription(tx, { ...owner, ...values, created_at: ctx.now, updated_at: ctx.now })
  if (subscription.credits > 0)
    await grantPlanCredits(tx, ctx, {
      amount: subscription.credits,
      key: `${subscription.id}:${order ? `order-${order.id}` : `${kind}-${term.starts_at.getTime()}`}`,
      company_id: owner.company_id,
      order_id: order?.id ?? null,
    })
  await logActivity(tx, ctx, {
    action: running ? 'subscription.renew' : 'subscription.start',
    subject_type: 'subscription',
    subject_id: subscription.id,
    changes: { plan: plan.short_name, period, ends_at: ends_at.toISOString(), kind },
  })
  await applyToPortal(tx, subscription)
  return subscription
}
