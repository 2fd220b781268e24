import { closeSharedWays, findById, giveRole, saveMember } from '#features/accounts/server/api.ts'
import { buyCredits, grantPlanCreditsAgain, removeUnusedCredits } from '#features/credits/server/api.ts'
import {
  addOrderDetails,
  type Effect,
  type Fulfil,
  markCredits,
  type OrderRow,
  type Resume,
} from '#features/orders/server/api.ts'
import { identityOf, makePortal, readPortal } from '#features/portals/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { slugify } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import type { Config } from '#platform/process/config.ts'
import { nextDue, type Period, retryAt } from '../../rules/term.ts'
import { detailsOf, type Instalment } from '../order-details.ts'
import { loadLines } from '../order-lines.ts'
import { isRenewalDue, nextTermOf, owedByCancelled, requirePlan } from '../payable.ts'
import { applyToPortal } from '../standing.ts'
import {
  hasEverSubscribed,
  keepBeforeRefund,
  loadRunning,
  lockByOrder,
  lockEndedByRefund,
  lockSubscription,
  type Owner,
  type PlanRow,
  type SubscriptionRow,
  takeUpAgain,
  updateSubscription,
} from '../store.ts'
import { endNow } from './end-subscription.ts'
import { startTerm } from './start-term.ts'

const CHANGED = 'The subscription has changed since this order was made.'
const changed = () => fail('conflict', { message: CHANGED })

/** The end of a trial, for an owner's first subscription to a plan that has one; null for everyone else. */
export const trialEnds = async (tx: Tx, owner: Owner, plan: PlanRow, now: Date): Promise<Date | null> =>
  plan.trial_days > 0 && !(await hasEverSubscribed(tx, owner))
    ? new Date(now.getTime() + plan.trial_days * 86_400_000)
    : null

/** A slug that no portal has, made of the name. */
const freeSlug = async (tx: Tx, name: string): Promise<string> => {
  const base = slugify(name).slice(0, 50).replace(/-+$/, '') || 'portal'
  const rows = await tx.selectFrom('portals').select('slug').where('slug', 'like', `${base}%`).execute()
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}

/** Makes the portal that a plan was bought for, with the buyer as its portal admin (ROL-005). */
const createPortal = async (tx: Tx, ctx: Context, config: Config, order: OrderRow, name: string): Promise<Context> => {
  const fields = { name, slug: await freeSlug(tx, name), type: null, plan_short_name: null, company_name: name }
  const id = await makePortal(tx, ctx as SignedIn, identityOf(config), fields)
  // The order stays where it was bought, and its buyer can sign in there and read it (ROL-004).
  await giveRole(tx, ctx, { user_id: order.user_id, role: 'learner' })
  const buyer = await findById(tx, order.portal_id, order.user_id)
  if (!buyer) throw new Error(`The buyer of order ${order.id} is not there`)
  // The new portal can send no mail before this transaction ends.
  await closeSharedWays(tx, ctx, buyer)
  return inPortal(tx, id, async () => {
    const portal = await readPortal(tx, id, config)
    if (!portal) throw new Error(`The portal ${id} is not there`)
    const there = { ...ctx, portal, host_portal: portal }
    await saveMember(tx, there, buyer.id, buyer)
    await giveRole(tx, there, { user_id: order.user_id, role: 'portal_admin' })
    return there
  })
}

/** How many payments of a canceled term an order includes in addition to the plan that it buys. */
const paidBesides = async (tx: Tx, order: OrderRow): Promise<number> => {
  const [, ...others] = await loadLines(tx, order)
  return others.reduce((sum, { quantity }) => sum + quantity, 0)
}

const startPlan = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { owner, plan, period }: { owner: Owner; plan: PlanRow; period: Period },
): Promise<void> => {
  const running = await loadRunning(tx, owner, true)
  const isFree =
    running === null || running.status === 'trialing' || running.status === 'canceled' || running.is_attached
  // Two tabs, two payments: the second is given back; so is one that leaves payments of a canceled term out.
  if (!isFree || (await paidBesides(tx, order)) !== owedByCancelled(running)) throw changed()
  const common = { owner, plan, period, user_id: order.user_id, starts_at: ctx.now, order }
  if (order.total_cents === 0) {
    const ends_at = await trialEnds(tx, owner, plan, ctx.now)
    if (!ends_at) throw changed()
    await startTerm(tx, ctx, { ...common, kind: 'trial', ends_at, running: null })
    return
  }
  if (running?.status === 'canceled') await endNow(tx, ctx, running, 'bought again')
  await startTerm(tx, ctx, { ...common, kind: 'paid', running: running?.status === 'canceled' ? null : running })
}

/** Takes payments of a running term, or the first of the next one (CRD-013, ORD-036). */
const takeInstalment = async (tx: Tx, ctx: Context, order: OrderRow, paid: Instalment): Promise<void> => {
  const subscription = await lockSubscription(tx, ctx.portal.id, paid.subscription_id)
  if (!subscription || subscription.due_at?.toISOString() !== paid.due_at || subscription.status === 'deleted')
    throw changed()
  if (isRenewalDue(subscription)) {
    if (subscription.status === 'canceled') throw changed()
    const chosen = nextTermOf(subscription)
    const bought = paid.renewal ?? chosen
    const { company_id, portal_id } = subscription
    const begun = await startTerm(tx, ctx, {
      owner: { portal_id, company_id },
      plan: await requirePlan(tx, bought.plan_id),
      period: bought.period,
      user_id: subscription.user_id,
      starts_at: subscription.ends_at,
      order,
      kind: 'paid',
      running: subscription,
    })
    // What was chosen while the payment was on its way is for the term after this one.
    const isOther = chosen.plan_id !== bought.plan_id || chosen.period !== bought.period
    if (isOther)
      await updateSubscription(tx, begun, { next_plan_id: chosen.plan_id, next_period: chosen.period }, ctx.now)
    return
  }
  const instalments_paid = subscription.instalments_paid + paid.count
  const due = nextDue({ ...subscription, instalments_paid }, ctx.portal.setting.time_zone)
  const isOver = subscription.status === 'canceled' && due >= subscription.ends_at
  const card = order.checkout_id && order.payment_reference ? { card_reference: order.payment_reference } : {}
  const updated = await updateSubscription(
    tx,
    subscription,
    {
      ...card,
      instalments_paid,
      status: subscription.status === 'canceled' ? 'canceled' : 'active',
      failed_payments: 0,
      past_due_at: null,
      due_at: isOver ? null : due,
      next_payment_at: isOver ? null : due,
    },
    ctx.now,
  )
  await applyToPortal(tx, updated)
}

/** A change of plan (ORD-033, ORD-036). */
export const changePlan: Fulfil = async (tx, ctx, order) => {
  const { change } = detailsOf(order)
  if (!change) throw new Error(`Order ${order.id} changes nothing`)
  const subscription = await lockSubscription(tx, ctx.portal.id, change.subscription_id)
  const isSame =
    subscription?.term_starts_at.toISOString() === change.term_starts_at &&
    subscription.instalments_paid === change.instalments_paid &&
    !['canceled', 'deleted'].includes(subscription.status)
  if (!subscription || !isSame) throw changed()
  const plan = await requirePlan(tx, change.plan_id)
  if (!change.is_upgrade) {
    // With the next term; choosing the present plan again takes the change back.
    const isBack = plan.id === subscription.plan_id && change.period === subscription.period
    const next = isBack
      ? { next_plan_id: null, next_period: null }
      : { next_plan_id: plan.id, next_period: change.period }
    await updateSubscription(tx, subscription, next, ctx.now)
    return
  }
  const { portal_id, company_id } = subscription
  await startTerm(tx, ctx, {
    owner: { portal_id, company_id },
    plan,
    period: change.period,
    user_id: order.user_id,
    starts_at: ctx.now,
    order,
    kind: 'paid',
    running: subscription,
  })
}

/** What orders for subscriptions deliver, by their contents (ORD-011). */
export const fulfilSubscription: Fulfil = async (tx, ctx, order, { config }) => {
  const { items, company_id, continuation, instalment } = detailsOf(order)
  if (instalment) return takeInstalment(tx, ctx, order, instalment)
  if (continuation) {
    const running = await lockSubscription(tx, ctx.portal.id, continuation.subscription_id)
    if (!running || running.status === 'deleted') throw changed()
    const plan = await requirePlan(tx, continuation.plan_id)
    const { portal_id, company_id: company } = running
    return startPlan(tx, ctx, order, {
      owner: { portal_id, company_id: company },
      plan,
      period: continuation.period,
    })
  }
  const [item] = items ?? []
  if (!item) throw new Error(`Order ${order.id} names no plan`)
  const plan = await requirePlan(tx, item.id)
  const choice = { plan, period: item.type }
  if (!item.portal_name)
    return startPlan(tx, ctx, order, {
      ...choice,
      owner: { portal_id: ctx.portal.id, company_id: company_id ?? null },
    })
  const there = await createPortal(tx, ctx, config, order, item.portal_name)
  await inPortal(tx, there.portal.id, () =>
    startPlan(tx, there, order, { ...choice, owner: { portal_id: there.portal.id, company_id: null } }),
  )
  await addOrderDetails(tx, order, { portal_url: there.portal.origin, subscription_portal_id: there.portal.id })
  return undefined
}

/** Credits for a partner company (ORD-011). */
export const fulfilPartnerCredits: Fulfil = async (tx, ctx, order) => {
  const { company_id } = detailsOf(order)
  if (!company_id) throw new Error(`Order ${order.id} names no company`)
  const amount = await markCredits(tx, order)
  await buyCredits(tx, ctx, { holder: { kind: 'partner', company_id }, amount, order_id: order.id })
}

/**
 * A refund of the whole order ends the term that it started and takes back the unused credits of that term; an order that
 * paid a later instalment has started none (ORD-045).
 */
export const endTermOfOrder: Effect = (tx, ctx, order) => {
  const portalId = detailsOf(order).subscription_portal_id ?? order.portal_id
  return inPortal(tx, portalId, async () => {
    const there = { ...ctx, portal: { ...ctx.portal, id: portalId } }
    const subscription = await lockByOrder(tx, order)
    // Also of a term that another one has followed: its unused credits have rolled over.
    await removeUnusedCredits(tx, there, { order_id: order.id })
    if (!subscription) return
    await keepBeforeRefund(tx, subscription)
    await endNow(tx, there, subscription, 'refunded')
  })
}

const REPLACED = 'The plan of this order does not continue, because another one has started in the meantime.'

/**
 * A term that a refund has ended continues when that refund has failed, with its credits, unless another one has
 * started since (ORD-051).
 */
export const resumeTermOfOrder: Resume = (tx, ctx, order, refundId) => {
  const portalId = detailsOf(order).subscription_portal_id ?? order.portal_id
  return inPortal(tx, portalId, async () => {
    const there = { ...ctx, portal: { ...ctx.portal, id: portalId } }
    await grantPlanCreditsAgain(tx, there, { order_id: order.id, failed_refund_id: refundId })
    const ended = await lockEndedByRefund(tx, order)
    if (!ended) return null
    const { portal_id, company_id } = ended
    if (await loadRunning(tx, { portal_id, company_id }, true)) return REPLACED
    await takeUpAgain(tx, ended, ctx.now)
    await logActivity(tx, there, {
      action: 'subscription.resume',
      subject_type: 'subscription',
      subject_id: ended.id,
      changes: { reason: 'refund failed' },
    })
    await applyToPortal(tx, ended)
    return null
  })
}

/** A refused payment of an instalment makes the subscription late; it is tried again for some days (ORD-030). */
export const noteRefusal: Effect = async (tx, ctx, order) => {
  const { instalment } = detailsOf(order)
  // On the payment page the buyer sees the refusal; nothing else was due.
  if (!instalment || order.checkout_id !== null) return
  const subscription = await lockSubscription(tx, ctx.portal.id, instalment.subscription_id)
  if (!subscription || subscription.due_at?.toISOString() !== instalment.due_at) return
  const failed_payments = subscription.failed_payments + 1
  const updated = await updateSubscription(
    tx,
    subscription,
    {
      failed_payments,
      status: subscription.status === 'active' ? 'past_due' : subscription.status,
      past_due_at: subscription.past_due_at ?? ctx.now,
      next_payment_at: retryAt(failed_payments, ctx.now),
    },
    ctx.now,
  )
  await applyToPortal(tx, updated)
}

/** What an order that pays the instalment that is due carries for its fulfilment. */
export const instalmentOf = (subscription: SubscriptionRow, count: number): Instalment => ({
  subscription_id: subscription.id,
  due_at: (subscription.due_at as Date).toISOString(),
  count,
  ...(isRenewalDue(subscription) && { renewal: nextTermOf(subscription) }),
})

/** The months that an instalment pays for, in words for the order. */
export const coveredText = (subscription: SubscriptionRow, count: number): string => {
  if (isRenewalDue(subscription)) return 'new term'
  const from = subscription.instalments_paid + 1
  return count === 1 ? `payment ${from} of 12` : `payments ${from} to ${from + count - 1} of 12`
}
