import { addressFaults, completeOrder, createOrder, type OrderRow } from '#features/orders/server/api.ts'
import { shippingOf } from '#features/shipping/server/api.ts'
import { requireSubscription } from '#kernel/access/subscribed.ts'
import type { Context } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, type FieldErrors, fail } from '#kernel/errors.ts'
import { formatCents } from '#kernel/format.ts'
import { successKind } from '#kernel/product/orders.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import type { createPayment } from '../../contract.ts'
import { needsBillingAddress } from '../../rules/billing.ts'
import { LEAST_TOTAL_CENTS, MOST_TOTAL_CENTS, totalFault } from '../../rules/pricing.ts'
import { findBuyer } from '../buyer.ts'
import { quote, totalOf } from '../quotes.ts'

type Body = Input<typeof createPayment>['body']

/** The kinds with a checkout page, where the terms are accepted (CRT-025) and an address is asked for (CRT-023). */
const WITH_CHECKOUT = ['course', 'bundle', 'subscription', 'partner-subscription', 'learner-reenroll']

/**
 * Purchases that start something new in the portal (ORD-047); its own plan and those of partners can still be bought.
 */
const BEGINS_ANEW = ['course', 'bundle', 'credits-on-course', 'credits-on-portal', 'learner-reenroll']

const required = [errorText('required')]

/** What is missing or wrong in the form, by field. */
const faultsOf = (ctx: Context, body: Body, host: string | undefined): FieldErrors => {
  const faults: FieldErrors = {}
  if (WITH_CHECKOUT.includes(body.kind)) {
    if (!body.has_accepted_terms) faults.has_accepted_terms = required
    if (!body.is_of_age) faults.is_of_age = required
    if (!body.billing_address) faults.billing_address = required
  }
  return { ...faults, ...addressFaults(ctx, body, { success_kind: successKind(body.kind), host }) }
}

const requirePayable = (total: number, services: Services): void => {
  const fault = totalFault(total)
  if (fault === 'min_value')
    throw fail('invalid', { fields: { items: [errorText('min_value', { min: LEAST_TOTAL_CENTS / 100 })] } })
  if (fault === 'max_value')
    throw fail('invalid', { fields: { items: [errorText('max_value', { max: MOST_TOTAL_CENTS / 100 })] } })
  if (total > 0 && !services.payments.is_on) throw fail('maintenance')
}

/** The bill's address as the order keeps it; throws where it lacks what this order needs (CRT-023). */
const billingOf = (ctx: Context, { kind, billing_address: billing }: Body, total: number, isSent: boolean) => {
  if (!billing) return null
  const is_taxed = ctx.portal?.setting.is_sales_tax_on === true && total > 0
  const address = { ...billing, address: billing.address ?? '', city: billing.city ?? '', state: billing.state ?? '' }
  const isWhole = WITH_CHECKOUT.includes(kind) && needsBillingAddress({ kind, is_taxed, is_sent: isSent })
  const missing = (['address', 'city', 'state'] as const).filter((field) => isWhole && !address[field])
  if (missing.length > 0)
    throw fail('invalid', {
      fields: Object.fromEntries(missing.map((field) => [`billing_address.${field}`, required])),
    })
  return address
}

/** Everything that an order is about to hold, with what sending it costs, at the prices of this moment. */
export const quoteAll = async (
  tx: Tx,
  ctx: Context,
  services: Pick<Services, 'orderKinds'>,
  request: Pick<Body, 'kind' | 'items'>,
) => {
  const items = await quote(tx, ctx, request, services.orderKinds)
  const shipping = await shippingOf(tx, ctx, items)
  const lines = [...items, ...shipping.lines]
  return { items, lines, total: totalOf(lines), shipping }
}

/**
 * Makes the pending order of a checkout with the prices of this moment (CRT-027); one of 0 is completed at once, through
 * processing (CRT-029). Nothing is asked of the provider here: the page is opened when the order has been committed.
 * `conflict` when the total is not the one that the buyer saw, `plan_not_enough` where nothing new begins (ORD-047).
 */
export const startPayment = async (
  tx: Tx,
  ctx: Context,
  services: Services,
  { body, http }: { body: Body; http: HttpAccess },
): Promise<OrderRow> => {
  if (BEGINS_ANEW.includes(body.kind)) requireSubscription(ctx)
  const faults = faultsOf(ctx, body, http.header('host'))
  if (Object.keys(faults).length > 0) throw fail('invalid', { fields: faults })
  const { lines, total, shipping } = await quoteAll(tx, ctx, services, body)
  if (!body.shipping_address && shipping.is_needed) throw fail('invalid', { fields: { shipping_address: required } })
  const billing_address = billingOf(ctx, body, total, shipping.is_needed)
  requirePayable(total, services)
  if (body.expected_total !== undefined && body.expected_total !== total)
    throw fail('conflict', {
      message: `Prices have changed: the total is now ${formatCents(total)}. Please check your order again.`,
    })
  const buyer = await findBuyer(tx, ctx, body, {
    config: services.config,
    http,
    isNameAsked: WITH_CHECKOUT.includes(body.kind),
  })
  const order = await createOrder(tx, ctx, {
    type: body.kind,
    buyer,
    lines,
    billing_address,
    shipping_address: body.shipping_address ?? null,
    has_accepted_terms: body.has_accepted_terms && body.is_of_age,
    success_url: body.success_url,
    cancel_url: body.cancel_url,
    details: { items: body.items, ...shipping.details, ...(await services.orderKinds[body.kind].details?.(tx, ctx)) },
  })
  if (total > 0) return order
  return (await completeOrder(tx, ctx, { order, payment: null, services })).order
}
