import type { Db } from '#platform/db/db.ts'
import { each } from '#platform/jobs/each.ts'
import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { settleRefund } from './actions/settle-refund.ts'
import { passOnAgainJob, recordFeeJob, settleRefundJob, sweepJob, takeBackJob } from './job-names.ts'
import { passOnAgain, takeBack } from './passed-on.ts'

const AT_ONCE = 200
/** A refund that is still open after this long has lost its job. */
const LOST_MS = 3_600_000
/** The job of a fee tries for some hours; a provider that was away for longer is asked by the sweep, for a month. */
const FEE_LOST_MS = 86_400_000
const FEE_GIVEN_UP_MS = 30 * 86_400_000

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

/** Carries out the refunds over all portals whose job was lost, and asks for the fees whose job has given up. */
export const sweepPayments = async (db: Db, services: Services, now: Date): Promise<void> => {
  const { refunds, feeless } = await db.withPlatform(async (tx) => {
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
    return { refunds, feeless }
  }, 'read only')
  await each(
    [
      ...refunds.map((refund) => () => settleRefund(db, services, refund, now)),
      ...feeless.map((payment) => () => recordFee(db, services, payment.portal_id, payment.id)),
    ],
    (work) => work(),
  )
}

/** The background work of payments. */
export const jobs = (services: Services): JobHandler[] => [
  handle(settleRefundJob, (data, { db, now }) => settleRefund(db, services, data, now)),
  handle(takeBackJob, (data, { db }) => takeBack(db, services, data)),
  handle(passOnAgainJob, (data, { db, now }) => passOnAgain(db, services, data, now)),
  handle(recordFeeJob, (data, { db }) => recordFee(db, services, data.portal_id, data.payment_id)),
  handle(sweepJob, (_data, { db, now }) => sweepPayments(db, services, now), { cron: '*/5 * * * *' }),
]
