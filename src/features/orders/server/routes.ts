import { findById } from '#features/accounts/server/api.ts'
import { loadCompanyOf } from '#features/courses/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type HttpAccess, type Route, route } from '#platform/http/route.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { PaymentsError } from '#platform/payments/payments.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { ORDER_STATUS } from '../rules/status.ts'
import { isInvoiceLink, reachOf, type Seen, seeInvoice, seeOrder } from './access.ts'
import { closeOrder } from './actions/close-order.ts'
import { handlePaymentMessage } from './actions/handle-message.ts'
import { orUnavailable } from './actions/open-checkout.ts'
import { requestRefund } from './actions/request-refund.ts'
import { settleRefund } from './actions/settle-refund.ts'
import { invoiceFile, requirePaid } from './invoice.ts'
import { mailInvoiceJob } from './jobs-data.ts'
import {
  findPayment,
  findRefund,
  listEarnings,
  listOrders,
  listPayments,
  listRefunds,
  loadFailedRefund,
  sumEarnings,
  type Within,
} from './lists.ts'
import { accountOwner, loadAccount, onboard } from './payment-accounts.ts'
import { presentEarning, presentOrder, presentPayment, presentRefund, presentRow, withNet } from './present.ts'
import { previewRefund } from './refund-preview.ts'
import { loadGivenCourses, loadItems, loadOrder, moveOrder } from './store.ts'

/** What a permission lets the viewer see of the portal's orders. */
const withinOf = async (tx: Tx, ctx: SignedIn, reach: 'any' | 'own'): Promise<Within> =>
  reach === 'any' ? 'portal' : { company_id: await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id) }

const maySeeEmails = (ctx: Context) =>
  reachOf(ctx, 'users.view') === 'any' || reachOf(ctx, 'enrollments.view') === 'any'

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
    courses: await loadGivenCourses(tx, order.portal_id, order.id),
    failedRefund: await loadFailedRefund(tx, order.portal_id, order.id),
    buyer: { ...buyer, user_id: buyer.id, buyer_name: order.buyer_name },
    as,
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

/** A provider that cannot be reached keeps nobody from an answer where a job goes on trying. */
const ignoreAbsence = (error: unknown) => {
  const isAway = error instanceof PaymentsError && ['payments_unreachable', 'payments_off'].includes(error.code)
  if (!isAway) throw error
}

const LEFT = 'The payment was cancelled.'

/** A request whose days are days of the portal (PRT-078). */
const inZone = <T extends object>({ portal }: Context, request: T) => ({
  ...request,
  time_zone: portal.setting.time_zone,
})

/** The calls of orders, invoices, payments and refunds. */
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
  route(contract.downloadInvoice, async ({ tx, ctx, params, query, http }) => {
    const isLink = isInvoiceLink(services.config, ctx.portal.id, params.id, query, ctx.now)
    const order = isLink
      ? await loadOrder(tx, ctx.portal.id, params.id)
      : await seeInvoice(tx, ctx, { id: params.id, config: services.config, http })
    if (!order) throw fail('not_found')
    return invoiceFile(tx, services.files, ctx.portal, order)
  }),
  route(contract.sendInvoice, async ({ tx, ctx, params, body, http }) => {
    const seen = await seeOrder(tx, ctx, { id: params.id, config: services.config, http })
    if (!seen) throw fail('not_found')
    requirePaid(seen.order)
    await enqueue(tx, mailInvoiceJob, { portal_id: ctx.portal.id, order_id: params.id, email: body.email })
    return undefined
  }),
  route(contract.showRefundable, async ({ tx, ctx, params }) => ({ data: await previewRefund(tx, ctx, params.id) })),
  route(
    contract.refundOrder,
    async ({ tx, ctx, params, body }) => {
      const id = await requestRefund(tx, ctx, params.id, body)
      return { data: presentRefund(await findRefund(tx, ctx.portal.id, id)) }
    },
    async ({ db, ctx, answer }) => {
      const refund = { portal_id: ctx.portal.id, refund_id: answer.data.id }
      // Written down and given to a job already: a provider that is away now only makes it later.
      await settleRefund(db, services, refund, ctx.now).catch(ignoreAbsence)
      const settled = await db.withPortal(
        ctx.portal.id,
        (tx) => findRefund(tx, ctx.portal.id, refund.refund_id),
        'read only',
      )
      return { data: presentRefund(settled) }
    },
  ),
  route(contract.listRefunds, async ({ tx, ctx, query }) => {
    const { data, meta } = await listRefunds(tx, ctx.portal.id, await withinOf(tx, ctx, ctx.scope), inZone(ctx, query))
    return { data: data.map(presentRefund), meta }
  }),
  route(contract.listPayments, async ({ tx, ctx, query }) => {
    const { data, meta } = await listPayments(tx, ctx.portal.id, await withinOf(tx, ctx, ctx.scope), inZone(ctx, query))
    return { data: data.map((row) => presentPayment(row, maySeeEmails(ctx))), meta }
  }),
  route(contract.showPayment, async ({ tx, ctx, params }) => {
    const payment = await findPayment(tx, ctx.portal.id, await withinOf(tx, ctx, ctx.scope), params.id)
    if (!payment) throw fail('not_found')
    return { data: presentPayment(payment, maySeeEmails(ctx)) }
  }),
  route(contract.listEarnings, async ({ tx, ctx, query }) => {
    const within = await withinOf(tx, ctx, ctx.scope)
    const { data, meta } = await listEarnings(tx, ctx.portal.id, within, inZone(ctx, query))
    const totals = withNet(await sumEarnings(tx, ctx.portal.id, within, inZone(ctx, query)))
    return { data: data.map(presentEarning), meta: { ...meta, totals } }
  }),
  route(contract.showPaymentAccount, async ({ tx, ctx }) => {
    const owner = await accountOwner(tx, ctx)
    return { data: owner && (await loadAccount(tx, owner)) }
  }),
  route(
    contract.startOnboarding,
    async () => ({ data: { url: '' } }),
    async ({ db, ctx, body, http }) => ({
      data: { url: await onboard(db, services, ctx, { ...body, host: http.header('host') }) },
    }),
  ),
  route(
    contract.receivePaymentMessage,
    async () => ({ received: false }),
    async ({ db, ctx, http }) => {
      const checked = services.payments.verifyWebhook(http.raw_body ?? '', http.header('stripe-signature'))
      if (!checked.is_genuine) throw fail('invalid', { message: 'The signature is not valid.' })
      await handlePaymentMessage(db, services, checked.event, ctx.now)
      return { received: true }
    },
  ),
]
