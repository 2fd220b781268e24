import type { Db } from '#platform/db/db.ts'
import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { ORDER_STATUS } from '../rules/status.ts'
import { closeOrder } from './actions/close-order.ts'
import { settleRefund } from './actions/settle-refund.ts'
import { mailInvoice } from './invoice.ts'
import { mailInvoiceJob, passOnAgainJob, recordFeeJob, settleRefundJob, sweepJob, takeBackJob } from './jobs-data.ts'
import { passOnAgain, takeBack } from './passed-on.ts'
import { loadOrder } from './store.ts'
import { systemContext } from './system-context.ts'

const AT_ONCE = 200
/** A refund that is still open after so long has lost its job. */
const LOST_MS = 3_600_000
/** The job of a fee tries for some hours; a provider that was away for longer is asked by the sweep, for a month. */
const FEE_LOST_MS = 86_400_000
const FEE_GIVEN_UP_MS = 30 * 86_400_000

/** Runs the work for each, so that one that fails keeps none of the others back; throws the first failure at the end. */
const each = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Asks what the provider kept of a payment, once it knows. */
const recordFee = async (db: Db, { payments }: Services, portalId: number, paymentId: number): Promise<void> => {
  const find = () =>
    db.withPortal(
      portalId,
      (tx) =>
        tx
          .selectFrom('payments')
          .select(['payment_reference', 'fee_cents'])
          .where('portal_id', '=', portalId)
          .where('id', '=', paymentId)
          .executeTakeFirst(),
      'read only',
    )
  const payment = await find()
  if (!payment || payment.fee_cents !== null) return
  const { fee_cents: fee } = await payments.retrievePayment(payment.payment_reference)
  if (fee === null) throw new Error('The provider does not know its fee yet')
  await db.withPortal(portalId, (tx) =>
    tx
      .updateTable('payments')
      .set({ fee_cents: fee })
      .where('portal_id', '=', portalId)
      .where('id', '=', paymentId)
      .execute(),
  )
}

/**
 * Cancels the orders over all portals that were not paid in time (ORD-008), each after closing its page at the provider,
 * carries out the refunds whose job was lost, and asks for the fees whose job has given up.
 */
export const sweepOrders = async (db: Db, services: Services, now: Date): Promise<void> => {
  const { waiting, refunds, feeless } = await db.withPlatform(async (tx) => {
    const waiting = await tx
      .selectFrom('orders')
      .select(['portal_id', 'id'])
      .where('status', '=', ORDER_STATUS.pending)
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(AT_ONCE)
      .execute()
    const refunds = await tx
      .selectFrom('refunds')
      .select(['portal_id', 'id as refund_id'])
      .where('status', '=', 'pending')
      .where('created_at', '<=', new Date(now.getTime() - LOST_MS))
      .limit(AT_ONCE)
      .execute()
    const feeless = await tx
      .selectFrom('payments')
      .select(['portal_id', 'id'])
      .where('fee_cents', 'is', null)
      .where('paid_at', '<=', new Date(now.getTime() - FEE_LOST_MS))
      .where('paid_at', '>', new Date(now.getTime() - FEE_GIVEN_UP_MS))
      .limit(AT_ONCE)
      .execute()
    return { waiting, refunds, feeless }
  }, 'read only')
  await each(
    [
      ...waiting.map((order) => async () => {
        const ctx = await systemContext(services, order.portal_id, now)
        await closeOrder(db, services, ctx, { order_id: order.id, reason: 'The order was not paid in time.' })
      }),
      ...refunds.map((refund) => () => settleRefund(db, services, refund, now)),
      ...feeless.map((payment) => () => recordFee(db, services, payment.portal_id, payment.id)),
    ],
    (work) => work(),
  )
}

/** The background work of orders. */
export const jobs = (services: Services): JobHandler[] => [
  handle(settleRefundJob, (data, { db, now }) => settleRefund(db, services, data, now)),
  handle(takeBackJob, (data, { db }) => takeBack(db, services, data)),
  handle(passOnAgainJob, (data, { db, now }) => passOnAgain(db, services, data, now)),
  handle(mailInvoiceJob, async (data, { db, now }) => {
    const ctx = await systemContext(services, data.portal_id, now)
    await db.withPortal(data.portal_id, async (tx) => {
      const order = await loadOrder(tx, data.portal_id, data.order_id)
      if (order) await mailInvoice(tx, ctx, services.config, { order, email: data.email, key: data.key })
    })
  }),
  handle(recordFeeJob, (data, { db }) => recordFee(db, services, data.portal_id, data.payment_id)),
  handle(sweepJob, (_data, { db, now }) => sweepOrders(db, services, now), { cron: '*/5 * * * *' }),
]
