import { createOrder, presentAddress } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import type { TaxAddress } from '#platform/payments/payments.ts'
import type { Services } from '#platform/services.ts'
import { instalmentPrice } from '../payable.ts'
import { insertTry, lastTry, lockSubscription, type SubscriptionRow } from '../store.ts'
import { coveredText, instalmentOf } from './fulfil.ts'

/** An installment's order waits longer than the provider keeps sending its message (three days). */
const WAITS_MS = 4 * 86_400_000

type Charge = {
  order_id: number
  created_at: Date
  amount_cents: number
  title: string
  email: string
  card_reference: string
  /** Null where no sales tax is added. */
  tax: { address: TaxAddress | null } | null
}

const isWaiting = (status: number) => status === ORDER_STATUS.pending || status === ORDER_STATUS.processing

/**
 * Where the payer of a subscription is taxed: by the bill of the order that started its term, else of the payer's last one
 * there. Null where sales tax is not switched on for the portal of that order, which is the one that sold the plan (CRT-017).
 */
const taxOf = async (tx: Tx, subscription: SubscriptionRow): Promise<Charge['tax']> => {
  const portal_id = subscription.order_portal_id ?? subscription.portal_id
  return inPortal(tx, portal_id, async () => {
    const portal = await tx
      .selectFrom('portals')
      .select('is_sales_tax_on')
      .where('id', '=', portal_id)
      .executeTakeFirst()
    if (!portal?.is_sales_tax_on) return null
    const bill = await tx
      .selectFrom('orders')
      .select('billing_address')
      .where('portal_id', '=', portal_id)
      .where('user_id', '=', subscription.user_id)
      .where('billing_address', 'is not', null)
      .orderBy((eb) => eb('id', '=', subscription.order_id ?? 0), 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const address = presentAddress(bill?.billing_address ?? null)
    if (!address) return { address: null }
    const { address: line1, city, state, zip_code: postal_code, country } = address
    return { address: { line1, city, state, postal_code, country } }
  })
}

const readCharge = async (tx: Tx, subscription: SubscriptionRow, orderId: number): Promise<Charge | null> => {
  const { card_reference } = subscription
  if (!card_reference) return null
  const order = await tx
    .selectFrom('orders as o')
    .innerJoin('order_items as i', (join) =>
      join.onRef('i.portal_id', '=', 'o.portal_id').onRef('i.order_id', '=', 'o.id'),
    )
    .select(['o.subtotal_cents as amount_cents', 'o.email', 'o.created_at', 'i.title'])
    .where('o.portal_id', '=', subscription.portal_id)
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { ...order, order_id: orderId, card_reference, tax: await taxOf(tx, subscription) }
}

/** Whether to collect an installment now from the saved card. */
const isDue = (subscription: SubscriptionRow, now: Date): boolean =>
  ['active', 'past_due', 'canceled'].includes(subscription.status) &&
  subscription.next_payment_at !== null &&
  subscription.next_payment_at <= now

/**
 * Writes the try to collect the instalment that is due and answers what to charge; null when nothing is. A try that was
 * cut short is gone on with: its order is there, and the provider charges it once.
 */
const beginTry = async (tx: Tx, ctx: Context, id: number): Promise<Charge | null> => {
  const subscription = await lockSubscription(tx, ctx.portal.id, id)
  if (!subscription?.due_at || !subscription.card_reference || !subscription.user_id) return null
  const last = await lastTry(tx, subscription, subscription.due_at)
  if (last && isWaiting(last.status)) return readCharge(tx, subscription, last.order_id)
  if (!isDue(subscription, ctx.now)) return null
  const { plan, period, cents } = await instalmentPrice(tx, subscription)
  const payer = await tx
    .selectFrom('people')
    .select(['id', 'email'])
    .where('portal_id', '=', subscription.portal_id)
    .where('id', '=', subscription.user_id)
    .executeTakeFirstOrThrow()
  if (payer.email === null) throw new Error(`The payer ${payer.id} of a subscription has no e-mail`)
  const order = await createOrder(tx, ctx, {
    type: subscription.company_id === null ? 'subscription' : 'partner-subscription',
    buyer: { user_id: payer.id, email: payer.email, role: 'portal_admin', has_made_account: false },
    lines: [
      {
        kind: 'subscription',
        item_id: plan.id,
        title: `${plan.name}, ${period}: ${coveredText(subscription, 1)}`,
        slug: null,
        quantity: 1,
        unit_price_cents: cents,
        courses: [],
      },
    ],
    details: { instalment: instalmentOf(subscription, 1) },
    expires_at: new Date(ctx.now.getTime() + WAITS_MS),
  })
  const attempt = (last?.attempt ?? 0) + 1
  await insertTry(tx, subscription, { due_at: subscription.due_at, attempt, order_id: order.id, now: ctx.now })
  return readCharge(tx, subscription, order.id)
}

/**
 * Collects the instalment that is due from the saved card. The provider is asked outside every transaction with a key of
 * the order, so that a crash or a second process charges nothing twice; the message of the payment does the rest (ORD-009).
 */
export const collectPayment = async (
  db: Db,
  { payments }: Pick<Services, 'payments'>,
  ctx: Context,
  subscriptionId: number,
): Promise<void> => {
  const charge = await db.withPortal(ctx.portal.id, (tx) => beginTry(tx, ctx, subscriptionId))
  if (!charge) return
  await payments.chargeSavedCard({
    order_id: charge.order_id,
    card_reference: charge.card_reference,
    amount_cents: charge.amount_cents,
    title: charge.title,
    customer_email: charge.email,
    ...(charge.tax && { tax: charge.tax }),
    idempotency_key: `instalment-${ctx.portal.id}-${charge.order_id}-${charge.card_reference}`,
    asked_at: charge.created_at,
  })
}
