import { availableBundles, presentBundles } from '#features/bundles/server/api.ts'
import { coursesOf, presentCourse, requireShop } from '#features/catalog/server/api.ts'
import {
  makePass,
  type NewLine,
  type OrderRow,
  openCheckout,
  PASS_SECONDS,
  passCookie,
} from '#features/orders/server/api.ts'
import { ORDER_STATUS, PUBLICATION } from '#kernel/product/statuses.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { lineTotal } from '../rules/pricing.ts'
import { quoteAll, startPayment } from './actions/start-payment.ts'

const present = (order: OrderRow) => ({
  id: order.id,
  number: order.number,
  status: order.status,
  total: order.total_cents,
  url: order.status === ORDER_STATUS.pending ? order.checkout_url : null,
})

const presentLine = (line: NewLine) => ({
  id: line.item_id,
  title: line.title,
  quantity: line.quantity,
  unit_price: line.unit_price_cents,
  total: lineTotal(line.unit_price_cents, line.quantity),
})

/** The calls from the cart to the payment page. */
export const routes = (services: Services): Route[] => [
  route(contract.cartCourses, async ({ tx, ctx, query }) => {
    requireShop(ctx)
    const courses = await coursesOf(tx, ctx, query.ids)
    const isForSale = (course: (typeof courses)[number]) =>
      course.publication_status === PUBLICATION.published && course.tiers.length > 0
    return { data: courses.filter(isForSale).map(presentCourse) }
  }),
  route(contract.cartBundles, async ({ tx, ctx, query }) => {
    requireShop(ctx)
    return { data: await presentBundles(tx, ctx, await availableBundles(tx, ctx.portal.id, query.ids)) }
  }),
  route(contract.price, async ({ tx, ctx, body }) => {
    const { items, total, shipping } = await quoteAll(tx, ctx, services, body)
    return {
      data: {
        items: items.map(presentLine),
        shipping: (shipping?.lines ?? []).map(presentLine),
        total,
        currency: 'USD' as const,
        needs_shipping: shipping.is_needed,
      },
    }
  }),
  route(
    contract.createPayment,
    async ({ tx, ctx, body, http }) => ({ data: present(await startPayment(tx, ctx, services, { body, http })) }),
    async ({ db, ctx, http, answer }) => {
      const orderId = answer.data.id
      const pass = makePass(services.config, ctx.portal.id, orderId, ctx.now)
      http.setCookie(passCookie(orderId), pass, { max_age: PASS_SECONDS })
      return {
        data: present(await openCheckout(db, services, { portal_id: ctx.portal.id, order_id: orderId }, ctx.now)),
      }
    },
  ),
]
