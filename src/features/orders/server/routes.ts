import { findById, providerFor } from '#features/accounts/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type HttpAccess, type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { maySeeEmails, reachOf, type Seen, seeOrder, withinOf } from './access.ts'
import { closeOrder } from './actions/close-order.ts'
import { orUnavailable } from './actions/open-checkout.ts'
import { inZone, listOrders, loadFailedRefund, type Within } from './lists.ts'
import { presentOrder, presentRow } from './present.ts'
import { loadCourseOutcomes, loadItems, moveOrder } from './store.ts'

/** Whose orders a list shows: the own ones, or for the roles of payments those of the portal (ORD-020). */
const ordersWithin = async (
  tx: Tx,
  ctx: SignedIn,
  query: { scope: 'own' | 'portal'; user_id?: number | undefined; has_invoice?: boolean | undefined },
): Promise<Within> => {
  if (query.scope === 'own') return { user_id: ctx.viewer.user_id }
  const reach = reachOf(ctx, 'payments.view')
  if (reach !== 'none') return withinOf(tx, ctx, reach)
  // The invoices of one person stand on that person's screens, too (ORD-015, USR-010).
  const isPersons = query.user_id !== undefined && query.has_invoice === true
  if (isPersons && reachOf(ctx, 'users.view') === 'any') return 'portal'
  throw fail('not_enough_permissions')
}

const present = async (tx: Tx, ctx: Context, { order, as }: Seen) => {
  const buyer = await findById(tx, order.portal_id, order.user_id)
  if (!buyer) throw fail('not_found')
  return presentOrder(order, {
    items: await loadItems(tx, order.portal_id, order.id),
    courses: await loadCourseOutcomes(tx, order.portal_id, order.id),
    failedRefund: await loadFailedRefund(tx, order.portal_id, order.id),
    buyer: { ...buyer, user_id: buyer.id, buyer_name: order.buyer_name },
    as,
    // The address alone decides, so that nobody learns of accounts.
    provider: ctx.viewer || as !== 'buyer' ? null : await providerFor(tx, order.portal_id, order.email ?? ''),
    showsEmail: as === 'buyer' || maySeeEmails(ctx),
  })
}

/** The order as it is after work outside a transaction. */
const readAgain = (db: Db, ctx: Context, services: Services, http: HttpAccess, id: number) =>
  db.withPortal(
    ctx.portal.id,
    async (tx) => {
      const seen = await seeOrder(tx, ctx, { id, config: services.config, http })
      if (!seen) throw fail('not_found')
      return present(tx, ctx, seen)
    },
    'read only',
  )

const LEFT = 'The payment was cancelled.'

/** The calls of orders. */
export const routes = (services: Services): Route[] => [
  route(contract.listOrders, async ({ tx, ctx, query }) => {
    const { scope: _, ...request } = query
    const within = await ordersWithin(tx, ctx, query)
    const showsEmail = query.scope === 'own' || maySeeEmails(ctx)
    const { data, meta } = await listOrders(tx, ctx.portal.id, within, inZone(ctx, request))
    return { data: data.map((row) => presentRow(row, row, showsEmail)), meta }
  }),
  route(contract.showOrder, async ({ tx, ctx, params, http }) => {
    const seen = await seeOrder(tx, ctx, { id: params.id, config: services.config, http })
    if (!seen) throw fail('not_found')
    return { data: await present(tx, ctx, seen) }
  }),
  route(
    contract.cancelOrder,
    async ({ tx, ctx, params, http }) => {
      const seen = await seeOrder(tx, ctx, { id: params.id, config: services.config, http })
      if (seen?.as !== 'buyer') throw fail('not_found')
      const { status } = seen.order
      // A completed or refunded order refuses; one that is canceled, failed or being paid stays as it is.
      if (status === ORDER_STATUS.completed || status === ORDER_STATUS.refunded)
        await moveOrder(tx, seen.order, ORDER_STATUS.cancelled)
      return { data: await present(tx, ctx, seen) }
    },
    async ({ db, ctx, params, http }) => {
      await closeOrder(db, services, ctx, { order_id: params.id, reason: LEFT }).catch(orUnavailable)
      return { data: await readAgain(db, ctx, services, http, params.id) }
    },
  ),
]
