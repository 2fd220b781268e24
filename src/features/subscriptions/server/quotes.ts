import { DEFAULT_MIN_CREDIT_PRICE_CENTS, requireCreditBuyer } from '#features/credits/server/api.ts'
import type { NewLine, RequestedItem } from '#features/orders/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { dayOf, formatDay } from '#kernel/format.ts'
import type { Tx } from '#platform/db/db.ts'
import { priceOfPlan } from '../rules/plan.ts'
import { givesAccess } from '../rules/status.ts'
import { PERIODS, type Period } from '../rules/term.ts'
import { trialEnds } from './actions/fulfil.ts'
import { reachOfMine, requireCompany } from './owner.ts'
import { owedByCancelled, requirePlan } from './payable.ts'
import { standingOf } from './standing.ts'
import { loadPlan, loadRunning, type Owner, type PlanRow } from './store.ts'

const refuse = (field: string, text: string) => fail('invalid', { fields: { [`items.0.${field}`]: [text] } })

/** The one plan and period of an order (CRT-003). */
const requirePlanItem = async (tx: Tx, items: readonly RequestedItem[], audience: PlanRow['audience']) => {
  const [item] = items
  if (items.length !== 1 || !item)
    throw fail('invalid', { fields: { items: ['A subscription is ordered separately.'] } })
  if (item.quantity !== 1) throw refuse('quantity', errorText('max_value', { max: 1 }))
  const plan = item.id ? await loadPlan(tx, { id: item.id }) : null
  if (plan?.audience !== audience) throw refuse('id', errorText('not_in_options'))
  if (!PERIODS.includes(item.type as Period)) throw refuse('type', errorText('not_in_options'))
  return { item, plan, period: item.type as Period }
}

const lineOf = (plan: PlanRow, title: string, unit_price_cents: number): NewLine => ({
  kind: 'subscription',
  item_id: plan.id,
  title,
  slug: null,
  quantity: 1,
  unit_price_cents,
  courses: [],
})

/** The line of a plan: a trial costs nothing and says when it ends (CRT-029). */
const planLine = async (tx: Tx, ctx: Context, owner: Owner | null, plan: PlanRow, period: Period): Promise<NewLine> => {
  const trial = owner === null ? freeDays(plan, ctx.now) : await trialEnds(tx, owner, plan, ctx.now)
  if (trial)
    return lineOf(plan, `${plan.name}, trial until ${formatDay(dayOf(trial, ctx.portal.setting.time_zone), 'long')}`, 0)
  return lineOf(plan, `${plan.name}, ${period}`, priceOfPlan(plan, period))
}

// A portal that is yet to be made has never had a subscription.
const freeDays = (plan: PlanRow, now: Date) =>
  plan.trial_days > 0 ? new Date(now.getTime() + plan.trial_days * 86_400_000) : null

/**
 * What the payments of a canceled term that are still owed cost: they are paid with the new term, so that canceling and
 * buying again is no way out of a term (ORD-034). Fails while a subscription runs, whose plan can be changed.
 */
const owedLines = async (tx: Tx, owner: Owner): Promise<NewLine[]> => {
  const running = await loadRunning(tx, owner)
  const count = owedByCancelled(running)
  if (running && count > 0) {
    const plan = await requirePlan(tx, running.plan_id)
    return [{ ...lineOf(plan, `Remaining payments of ${plan.name}`, running.price_cents), quantity: count }]
  }
  if (running === null || ['trialing', 'canceled'].includes(running.status) || running.is_attached) return []
  throw fail('invalid', { fields: { items: ['There is a subscription already. Its plan can be changed.'] } })
}

/**
 * A plan for the portal of the call, bought by those who run it; or, on the core portal, by anybody for a portal that is
 * made with the order and named by the buyer (ROL-005). In-house portals have no checkout (ROU-044).
 */
export const quoteSubscription = async (tx: Tx, ctx: Context, items: readonly RequestedItem[]): Promise<NewLine[]> => {
  if (ctx.portal.flags.is_in_house) throw fail('not_found')
  const { item, plan, period } = await requirePlanItem(tx, items, 'portal')
  if (item.portal_name) {
    if (!ctx.portal.flags.is_core) throw refuse('portal_name', errorText('not_in_options'))
    return [await planLine(tx, ctx, null, plan, period)]
  }
  if (reachOfMine(ctx, 'create') !== 'any') {
    if (ctx.portal.flags.is_core) throw refuse('portal_name', errorText('required'))
    throw fail(ctx.viewer ? 'not_enough_permissions' : 'unauthorized')
  }
  const owner = { portal_id: ctx.portal.id, company_id: null }
  const owed = await owedLines(tx, owner)
  return [await planLine(tx, ctx, owner, plan, period), ...owed]
}

const requirePartner = async (tx: Tx, ctx: Context): Promise<number> => {
  if (!ctx.viewer) throw fail('unauthorized')
  if (reachOfMine(ctx, 'create') !== 'own') throw fail('not_enough_permissions')
  return requireCompany(tx, ctx as SignedIn)
}

/** A plan for the company of a partner (PAR-015). */
export const quotePartnerSubscription = async (
  tx: Tx,
  ctx: Context,
  items: readonly RequestedItem[],
): Promise<NewLine[]> => {
  const owner = { portal_id: ctx.portal.id, company_id: await requirePartner(tx, ctx) }
  const { plan, period } = await requirePlanItem(tx, items, 'partner')
  const owed = await owedLines(tx, owner)
  return [await planLine(tx, ctx, owner, plan, period), ...owed]
}

const creditLines = (title: string, items: readonly RequestedItem[], unit_price_cents: number): NewLine[] =>
  items.map(({ quantity }) => ({
    kind: 'credits',
    item_id: null,
    title,
    slug: null,
    quantity,
    unit_price_cents,
    courses: [null],
  }))

/** The price of further credits that the owner's running term was bought with, in cents; null without one that gives access. */
const furtherCreditPrice = async (tx: Tx, ctx: Context, owner: Owner): Promise<number | null> => {
  const running = await loadRunning(tx, owner)
  return running && givesAccess(standingOf(running), ctx.now) ? running.extra_credit_price_cents : null
}

/** Credits for the company of a partner, at the price of its plan (PAR-015, CRD-033). */
export const quotePartnerCredits = async (
  tx: Tx,
  ctx: Context,
  items: readonly RequestedItem[],
): Promise<NewLine[]> => {
  const price = await furtherCreditPrice(tx, ctx, {
    portal_id: ctx.portal.id,
    company_id: await requirePartner(tx, ctx),
  })
  if (price === null) throw fail('plan_not_enough')
  return creditLines('Partner credits', items, price)
}

/** General credits of the portal, at the price of its plan, and the least there is where it needs none (ORD-037, CRD-033). */
export const quotePortalCredits = async (tx: Tx, ctx: Context, items: readonly RequestedItem[]): Promise<NewLine[]> => {
  requireCreditBuyer(ctx)
  const price = await furtherCreditPrice(tx, ctx, { portal_id: ctx.portal.id, company_id: null })
  return creditLines('Portal credits', items, price ?? DEFAULT_MIN_CREDIT_PRICE_CENTS)
}

/** What a kind adds to its order: the company that a partner buys for. */
export const companyOfBuyer = async (tx: Tx, ctx: Context): Promise<{ company_id: number }> => ({
  company_id: await requirePartner(tx, ctx),
})
