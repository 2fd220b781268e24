import { notify } from '#features/notifications/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { AppError } from '#kernel/errors.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inSavepoint } from '#platform/db/transactions/after-commit.ts'
import { publish } from '#platform/live/publish.ts'
import type { Services } from '#platform/services.ts'
import { ORDER_COMPLETED, ORDER_FAILED } from '../../contract.ts'
import { lateBuyerName, moveOrder, nextNumber, type OrderRow, updateOrder } from '../store.ts'

/** Money that came for an order, tax included. */
export type ReceivedPayment = { payment_reference: string; total_cents: number; tax_cents: number }

const NOT_DELIVERED = 'The order could not be delivered. Your payment is being refunded.'

const invoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`

/** Tells the buyer's open pages what became of the order. */
export const tellBuyer = (tx: Tx, order: OrderRow, event: string): Promise<void> =>
  publish(tx, { channel: `notifications.${order.user_id}`, event, data: { id: order.id, status: order.status } })

/** Runs `work` so that a refusal by the catalog undoes all that it wrote and nothing else; other errors undo everything. */
const refusalOf = async (tx: Tx, work: () => Promise<void>): Promise<AppError | null> => {
  try {
    await inSavepoint(tx, work)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error
  }
}

/** Marks an order as failed and notifies the buyer, with the reason in words for the buyer. */
export const failOrder = async (tx: Tx, ctx: Context, order: OrderRow, reason: string): Promise<OrderRow> => {
  const failed = await moveOrder(tx, order, ORDER_STATUS.failed, { reason })
  await logActivity(tx, ctx, { action: 'order.fail', subject_type: 'order', subject_id: order.id, changes: { reason } })
  await tellBuyer(tx, failed, ORDER_FAILED)
  return failed
}

/** The order as it is now, and why the catalog refused what was bought; null where it was given. */
export type Completion = { order: OrderRow; refusal: AppError | null }

/**
 * Completes a locked order that is pending or processing, through processing (ORD-007): delivers the purchase, numbers
 * the invoice, notifies the buyer. All or nothing, and once: the order's row is locked and its status decides.
 * `payment` is null for an order of 0. When a part of the purchase cannot be delivered, the order fails, and the caller
 * refunds the money.
 */
export const completeOrder = async (
  tx: Tx,
  ctx: Context,
  input: {
    order: OrderRow
    payment: ReceivedPayment | null
    services: Services
  },
): Promise<Completion> => {
  const { payment, services } = input
  const { processing, completed } = ORDER_STATUS
  const amounts = payment && {
    tax_cents: payment.tax_cents,
    total_cents: payment.total_cents,
    payment_reference: payment.payment_reference,
    paid_at: ctx.now,
  }
  let order = input.order
  if (order.status !== processing) order = await moveOrder(tx, order, processing)
  if (amounts) {
    await updateOrder(tx, order, amounts)
    order = { ...order, ...amounts }
  }

  const refusal = await refusalOf(tx, () => services.orderKinds[order.type].fulfil(tx, ctx, order, services))
  if (refusal) return { order: await failOrder(tx, ctx, order, payment ? NOT_DELIVERED : refusal.message), refusal }
  const invoice = payment ? { invoice_number: invoiceNumber(await nextNumber(tx, order.portal_id, 'invoice')) } : {}
  const name = await lateBuyerName(tx, order)
  const done = await moveOrder(tx, order, completed, { completed_at: ctx.now, ...invoice, ...name })
  for (const effect of services.onOrderCompleted) await effect(tx, ctx, done)
  await logActivity(tx, ctx, { action: 'order.complete', subject_type: 'order', subject_id: order.id })
  await tellBuyer(tx, done, ORDER_COMPLETED)
  await notify(tx, ctx, {
    user_id: order.user_id,
    kind: 'order_completed',
    data: { order_id: order.id, number: String(order.number) },
  })
  return { order: done, refusal: null }
}
