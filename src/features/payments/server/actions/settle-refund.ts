import { findById } from '#features/accounts/server/api.ts'
import { loadOrder, lockOrder, type OrderKinds, type OrderRow, systemContext } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { PaymentsError, type ProviderRefund } from '#platform/payments/payments.ts'
import type { Services } from '#platform/services.ts'
import { takeBackJob } from '../job-names.ts'
import { refundKey } from '../refund-key.ts'
import { type RefundRow, selectRefunds, setRefund } from '../refund-store.ts'
import { addRefunded, endAccess } from './apply-refund.ts'
import { noteLoss } from './chargebacks.ts'
import { takeInRefunds } from './provider-refunds.ts'
import { undoRefund } from './undo-refund.ts'

type Success = { order: OrderRow; refund: RefundRow; reference: string; kinds: OrderKinds; isApart: boolean }

const succeed = async (tx: Tx, ctx: Context, { order, refund, reference, kinds, isApart }: Success): Promise<void> => {
  await setRefund(tx, order.portal_id, refund.id, {
    status: 'succeeded',
    refund_reference: reference,
    settled_at: ctx.now,
  })
  if (refund.origin === 'request') {
    const after = await addRefunded(tx, order, refund.amount_cents)
    if (refund.is_full) await endAccess(tx, ctx, after, kinds)
  }
  if (isApart) await enqueue(tx, takeBackJob, { portal_id: order.portal_id, refund_id: refund.id })
  await logActivity(tx, ctx, {
    action: 'order.refunded',
    subject_type: 'order',
    subject_id: order.id,
    changes: { refund_id: refund.id, amount: refund.amount_cents / 100 },
  })
  await sendMail(tx, {
    template: 'refund',
    portal_id: order.portal_id,
    to: order.email,
    key: `refund:${refund.id}`,
    data: {
      first_name: (await findById(tx, order.portal_id, order.user_id))?.first_name ?? null,
      link: `${ctx.portal.origin}/orders/${order.id}`,
      order_number: order.number,
      amount_cents: refund.amount_cents,
      is_full: refund.amount_cents === order.total_cents,
      reason: refund.reason,
    },
  })
}

type Refusal = {
  order: OrderRow
  refund: RefundRow
  message: string
  refund_reference: string | null
  made: readonly ProviderRefund[]
  kinds: OrderKinds
}

/**
 * The provider refuses for good: nothing went back by this refund, which is undone. What went back in another way while it
 * was on its way (at the provider, by a chargeback) is written down now.
 */
const giveUp = async (tx: Tx, ctx: Context, { order, made, kinds, ...failure }: Refusal): Promise<void> => {
  const { payment_reference } = failure.refund
  const after = await undoRefund(tx, ctx, order, { ...failure, kinds })
  await takeInRefunds(tx, ctx, after, { payment_reference, made, kinds })
  const current = await loadOrder(tx, order.portal_id, order.id)
  if (current) await noteLoss(tx, ctx, current, { payment_reference, kinds })
}

const isRefusal = (error: unknown): error is PaymentsError =>
  error instanceof PaymentsError && !['payments_unreachable', 'payments_off'].includes(error.code)

const REFUSED = 'The payment provider refused the refund.'

/**
 * Whether an earlier refund of the payment failed after it had taken back what was passed on: the provider then no
 * longer knows where to take the next one from, and a job does it.
 */
const wasPassedOnAgain = async (tx: Tx, portalId: number, { payment_reference }: RefundRow): Promise<boolean> =>
  (await selectRefunds(tx, portalId)
    .where('payment_reference', '=', payment_reference)
    .where('passed_on', 'is not', null)
    .executeTakeFirst()) !== undefined

/**
 * Carries a pending refund out: asks the provider outside every transaction, with a key that makes it once, and then
 * writes what came of it. A provider that cannot be reached is thrown, for the job to try again; calling this twice or at
 * once from two places gives the money back once.
 */
export const settleRefund = async (
  db: Db,
  services: Services,
  { portal_id: portalId, refund_id: refundId }: { portal_id: number; refund_id: number },
  now: Date,
): Promise<void> => {
  const { refund, isReversed, isApart, hasShare } = await db.withPortal(
    portalId,
    async (tx) => {
      const refund = await selectRefunds(tx, portalId).where('id', '=', refundId).executeTakeFirst()
      const order = refund && (await loadOrder(tx, portalId, refund.order_id))
      const isPassedOn = Boolean(order?.destination_account) && order?.payment_reference === refund?.payment_reference
      const isApart = isPassedOn && refund !== undefined && (await wasPassedOnAgain(tx, portalId, refund))
      const isReversed = isPassedOn && !isApart
      return { refund, isReversed, isApart, hasShare: isReversed && (order?.platform_share_cents ?? 0) > 0 }
    },
    'read only',
  )
  if (refund?.status !== 'pending') return
  const ctx = await systemContext(services, portalId, now)
  const { payment_reference } = refund
  const result = await services.payments
    .refund({
      payment_reference,
      amount_cents: refund.amount_cents,
      idempotency_key: refundKey(portalId, refund),
      asked_at: refund.created_at,
      is_transfer_reversed: isReversed,
      is_share_returned: hasShare,
    })
    .catch((error: unknown) => {
      if (isRefusal(error)) return error
      throw error
    })
  const hasFailed = result instanceof PaymentsError || result.status === 'failed'
  const providerRefunds = hasFailed ? await services.payments.listRefunds(payment_reference) : []
  const reference = result instanceof PaymentsError ? null : result.refund_reference
  await db.withPortal(portalId, async (tx) => {
    const order = await lockOrder(tx, portalId, refund.order_id)
    const current = await selectRefunds(tx, portalId).where('id', '=', refundId).forNoKeyUpdate().executeTakeFirst()
    if (!order || current?.status !== 'pending') return
    const common = { order, refund: current, kinds: services.orderKinds }
    if (reference !== null && !hasFailed) return succeed(tx, ctx, { ...common, reference, isApart })
    const message = result instanceof PaymentsError ? result.message : REFUSED
    return giveUp(tx, ctx, { ...common, message, refund_reference: reference, made: providerRefunds })
  })
}
