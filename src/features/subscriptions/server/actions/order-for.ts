import { addressFaults, completeOrder, createOrder, type NewLine, type OrderRow } from '#features/orders/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { dayOf, formatCents, formatDay } from '#kernel/format.ts'
import type { OrderType } from '#kernel/product/orders.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { isUpgrade, upgradeLines } from '../../rules/plan.ts'
import type { Period } from '../../rules/term.ts'
import type { SubscriptionOrder } from '../order-details.ts'
import { owes, payableNow } from '../payable.ts'
import { loadPlan, type PlanRow, type SubscriptionRow } from '../store.ts'
import { instalmentOf } from './fulfil.ts'

const OPEN_MS = 24 * 3_600_000

type CheckoutRequest = {
  expected_total?: number | undefined
  success_url: string
  cancel_url: string
  /** Of the call, with its port. */
  host: string | undefined
}
type OrderParts = {
  type: OrderType
  lines: NewLine[]
  details: SubscriptionOrder
  request: CheckoutRequest
  services: Services
}

const line = (plan: PlanRow, title: string, unit_price_cents: number, quantity = 1): NewLine => ({
  kind: 'subscription',
  item_id: plan.id,
  title,
  slug: null,
  quantity,
  unit_price_cents,
  courses: [],
})

/** Makes the order; one of 0 is completed at once (CRT-029). `conflict` for another total than was shown. */
const make = async (
  tx: Tx,
  ctx: SignedIn,
  { type, lines, details, request, services }: OrderParts,
): Promise<OrderRow> => {
  const faults = addressFaults(ctx, request, { success_kind: 'subscription', host: request.host })
  if (Object.keys(faults).length > 0) throw fail('invalid', { fields: faults })
  const total = lines.reduce((sum, one) => sum + one.unit_price_cents * one.quantity, 0)
  if (request.expected_total !== undefined && request.expected_total !== total)
    throw fail('conflict', {
      message: `Prices have changed: the total is now ${formatCents(total)}. Please check your order again.`,
    })
  if (total > 0 && !services.payments.is_on) throw fail('maintenance')
  const { viewer } = ctx
  // Its receipts go there every month.
  if (viewer.email === null)
    throw fail('invalid', { message: 'Please add an e-mail to your profile first, for the receipts.' })
  const order = await createOrder(tx, ctx, {
    type,
    buyer: { user_id: viewer.user_id, email: viewer.email, role: viewer.current_role, has_made_account: false },
    lines,
    success_url: request.success_url,
    cancel_url: request.cancel_url,
    details,
    expires_at: new Date(ctx.now.getTime() + OPEN_MS),
  })
  if (total > 0) return order
  return (await completeOrder(tx, ctx, { order, payment: null, services })).order
}

type Target = { plan_id: number; type: Period } & CheckoutRequest

/** Makes the order of a change of plan (ORD-035): what an upgrade costs now, or 0 for what waits for the end of the term. */
export const orderChange = async (
  tx: Tx,
  ctx: SignedIn,
  services: Services,
  running: SubscriptionRow,
  target: Target,
): Promise<OrderRow> => {
  const present = (await loadPlan(tx, { id: running.plan_id }))!
  const plan = await loadPlan(tx, { id: target.plan_id })
  if (plan?.audience !== present.audience) throw fail('invalid', { fields: { plan_id: [errorText('not_in_options')] } })
  if (running.status === 'canceled')
    throw fail('invalid', { message: 'A cancelled subscription is not changed. A new one can be bought.' })
  const isSame = plan.id === present.id && target.type === running.period
  if (isSame && running.next_plan_id === null)
    throw fail('invalid', { fields: { plan_id: ['This is the present plan.'] } })
  const isUp = isUpgrade(present, plan)
  const { remaining, first_cents } = upgradeLines({ ...running, owes: owes(running) }, plan, target.type)
  const title = `${plan.name}, ${target.type}`
  const lines = isUp
    ? [
        line(plan, title, first_cents),
        ...(remaining.count > 0
          ? [line(present, `Remaining payments of ${present.name}`, remaining.unit_cents, remaining.count)]
          : []),
      ]
    : [
        line(
          plan,
          isSame
            ? `Stay with ${title}`
            : `${title}, from ${formatDay(dayOf(running.ends_at, ctx.portal.setting.time_zone), 'long')}`,
          0,
        ),
      ]
  const details: SubscriptionOrder = {
    change: {
      subscription_id: running.id,
      plan_id: plan.id,
      period: target.type,
      term_starts_at: running.term_starts_at.toISOString(),
      instalments_paid: running.instalments_paid,
      is_upgrade: isUp,
    },
  }
  return make(tx, ctx, { type: 'change-subscription', lines, details, request: target, services })
}

const typeOf = (running: SubscriptionRow): OrderType =>
  running.company_id === null ? 'subscription' : 'partner-subscription'

/**
 * Creates the order that pays what is late, or continues after a trial or an attached plan; `invalid` when nothing is
 * due.
 */
export const orderPayment = async (
  tx: Tx,
  ctx: SignedIn,
  services: Services,
  running: SubscriptionRow,
  request: CheckoutRequest,
): Promise<OrderRow> => {
  const payable = await payableNow(tx, running, ctx)
  if (!payable) throw fail('invalid', { message: 'There is nothing to pay now.' })
  const { plan, period, cents, payments } = payable
  if (payable.is_first) {
    const details = { continuation: { subscription_id: running.id, plan_id: plan.id, period } }
    const lines = [line(plan, `${plan.name}, ${period}`, cents)]
    return make(tx, ctx, { type: typeOf(running), lines, details, request, services })
  }
  const lines = [line(plan, `${plan.name}, ${payments === 1 ? 'late payment' : 'late payments'}`, cents, payments)]
  const details = { instalment: instalmentOf(running, payments) }
  return make(tx, ctx, { type: typeOf(running), lines, details, request, services })
}
