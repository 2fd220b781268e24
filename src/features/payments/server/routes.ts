import { inZone, maySeeEmails, withinOf } from '#features/orders/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import { PaymentsError } from '#platform/payments/payments.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { handlePaymentMessage } from './actions/handle-message.ts'
import { requestRefund } from './actions/request-refund.ts'
import { settleRefund } from './actions/settle-refund.ts'
import { findPayment, findRefund, listEarnings, listPayments, listRefunds, sumEarnings } from './lists.ts'
import { accountOwner, loadAccount, onboard } from './payment-accounts.ts'
import { presentEarning, presentPayment, presentRefund, withNet } from './present.ts'
import { previewRefund } from './refund-preview.ts'

/** An unreachable provider does not block the answer if a job keeps trying. */
const ignoreAbsence = (error: unknown) => {
  const isAway = error instanceof PaymentsError && ['payments_unreachable', 'payments_off'].includes(error.code)
  if (!isAway) throw error
}

/** The calls of payments, refunds, earnings and accounts, and the messages of the provider. */
export const routes = (services: Services): Route[] => [
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
