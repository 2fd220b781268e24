import { findById } from '#features/accounts/server/api.ts'
import { buyCredits } from '#features/credits/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/activity.ts'
import type { Db, Tx } from '#platform/db.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { PaymentsError } from '#platform/payments.ts'
import { type Fulfilments, type OrderServices, systemContext } from '../services.ts'
import { loadOrder, lockOrder, type OrderRow } from '../store.ts'
import { addRefunded, endAccess, type TakenCredits } from './apply-refund.ts'
import { noteLoss, noteProviderRefund } from './provider-refunds.ts'

const COLUMNS = [
  'id',
  'order_id',
  'payment_reference',
  'amount_cents',
  'is_full',
  'origin',
  'reason',
  'credits',
  'status',
  'created_at',
] as const

const selectRefund = (tx: Tx, portalId: number, id: number) =>
  tx.selectFrom('refunds').select(COLUMNS).where('portal_id', '=', portalId).where('id', '=', id)

type RefundRow = Awaited<ReturnType<ReturnType<typeof selectRefund>['executeTakeFirstOrThrow']>>

const setRefund = (tx: Tx, portalId: number, id: number, values: object) =>
  tx.updateTable('refunds').set(values).where('portal_id', '=', portalId).where('id', '=', id).execute()

type Success = { order: OrderRow; refund: RefundRow; reference: string; endings: Fulfilments | undefined }

const succeed = async (tx: Tx, ctx: Context, { order, refund, reference, endings }: Success): Promise<void> => {
  await setRefund(tx, order.portal_id, refund.id, {
    status: 'succeeded',
    refund_reference: reference,
    settled_at: ctx.now,
  })
  if (refund.origin === 'request') {
    const after = await addRefunded(tx, order, refund.amount_cents)
    if (refund.is_full) await endAccess(tx, ctx, after, endings)
  }
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
      first_name: (await findById(tx, order.user_id))?.first_name ?? null,
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
  refunded_cents: number
  endings: Fulfilments | undefined
}

/**
 * The provider refuses for good: nothing went back by this refund, so the credits that were taken for it are given again.
 * What went back in another way while it was on its way (at the provider, by a chargeback) is written down now.
 */
const giveUp = async (
  tx: Tx,
  ctx: Context,
  { order, refund, message, refunded_cents, endings }: Refusal,
): Promise<void> => {
  await setRefund(tx, order.portal_id, refund.id, { status: 'failed', error: message, settled_at: ctx.now })
  for (const { holder, amount } of refund.credits as TakenCredits[])
    await buyCredits(tx, ctx, { holder, amount, order_id: order.id, failed_refund_id: refund.id })
  await logActivity(tx, ctx, {
    action: 'order.refund_failed',
    subject_type: 'order',
    subject_id: order.id,
    changes: { refund_id: refund.id, error: message },
  })
  const { payment_reference } = refund
  await noteProviderRefund(tx, ctx, order, { payment_reference, refunded_cents, endings })
  const current = await loadOrder(tx, order.portal_id, order.id)
  if (current?.dispute_status === 'lost') await noteLoss(tx, ctx, current, { payment_reference, endings })
}

const isRefusal = (error: unknown): error is PaymentsError =>
  error instanceof PaymentsError && !['payments_unreachable', 'payments_off'].includes(error.code)

/** What the provider has given back of a payment in all, in cents; nothing of one that it does not know. */
const refundedAtProvider = async ({ payments }: OrderServices, reference: string): Promise<number> => {
  try {
    return (await payments.retrievePayment(reference)).refunded_cents
  } catch (error) {
    if (isRefusal(error)) return 0
    throw error
  }
}

/**
 * Carries a pending refund out: asks the provider outside every transaction, with a key that makes it once, and then
 * writes what came of it. A provider that cannot be reached is thrown, for the job to try again; calling this twice or at
 * once from two places gives the money back once.
 */
export const settleRefund = async (
  db: Db,
  services: OrderServices,
  { portal_id: portalId, refund_id: refundId }: { portal_id: number; refund_id: number },
  now: Date,
): Promise<void> => {
  const { refund, isPassedOn, hasShare } = await db.withPortal(
    portalId,
    async (tx) => {
      const refund = await selectRefund(tx, portalId, refundId).executeTakeFirst()
      const order = refund && (await loadOrder(tx, portalId, refund.order_id))
      const isPassedOn = Boolean(order?.destination_account) && order?.payment_reference === refund?.payment_reference
      return { refund, isPassedOn, hasShare: isPassedOn && (order?.platform_share_cents ?? 0) > 0 }
    },
    'read only',
  )
  if (refund?.status !== 'pending') return
  const ctx = await systemContext(services, portalId, now)
  const result = await services.payments
    .refund({
      payment_reference: refund.payment_reference,
      amount_cents: refund.amount_cents,
      idempotency_key: `refund-${portalId}-${refund.id}-${refund.payment_reference}`,
      asked_at: refund.created_at,
      is_transfer_reversed: isPassedOn,
      is_share_returned: hasShare,
    })
    .catch((error: unknown) => {
      if (isRefusal(error)) return error
      throw error
    })
  const refunded_cents =
    result instanceof PaymentsError ? await refundedAtProvider(services, refund.payment_reference) : 0
  const { endings } = services
  await db.withPortal(portalId, async (tx) => {
    const order = await lockOrder(tx, portalId, refund.order_id)
    const current = await selectRefund(tx, portalId, refundId).forNoKeyUpdate().executeTakeFirst()
    if (!order || current?.status !== 'pending') return
    const refuse = (message: string) => giveUp(tx, ctx, { order, refund: current, message, refunded_cents, endings })
    if (result instanceof PaymentsError) await refuse(result.message)
    else if (result.status === 'failed') await refuse('The payment provider refused the refund.')
    else await succeed(tx, ctx, { order, refund: current, reference: result.refund_reference, endings })
  })
}
