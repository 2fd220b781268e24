import { sql } from 'kysely'
import { loadPerson } from '#features/accounts/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { AppError } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/live/publish.ts'
import type { Services } from '#platform/services.ts'
import { ORDER_COMPLETED, ORDER_FAILED } from '../../contract.ts'
import { ORDER_STATUS } from '../../rules/status.ts'
import { mailInvoiceJob, recordFeeJob } from '../jobs-data.ts'
import { lateBuyerName, moveOrder, nextNumber, type OrderRow, updateOrder } from '../store.ts'
import { refundPayment } from './refund-payment.ts'

/** Money that came for an order, tax included. */
export type ReceivedPayment = { payment_reference: string; total_cents: number; tax_cents: number }

const NOT_DELIVERED = 'The order could not be delivered. Your payment is being refunded.'

const invoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`

/** Tells the buyer's open pages what became of the order. */
export const tellBuyer = (tx: Tx, order: OrderRow, event: string): Promise<void> =>
  publish(tx, { channel: `notifications.${order.user_id}`, event, data: { id: order.id, status: order.status } })

/** Writes down money that came; what the provider keeps of it is asked afterwards. */
export const recordPayment = async (tx: Tx, ctx: Context, order: OrderRow, payment: ReceivedPayment): Promise<void> => {
  const row = await tx
    .insertInto('payments')
    .values({
      portal_id: order.portal_id,
      order_id: order.id,
      payment_reference: payment.payment_reference,
      amount_cents: payment.total_cents,
      tax_cents: payment.tax_cents,
      platform_share_cents: Math.min(order.platform_share_cents, payment.total_cents),
      paid_at: ctx.now,
    })
    .onConflict((conflict) => conflict.column('payment_reference').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await enqueue(tx, recordFeeJob, { portal_id: order.portal_id, payment_id: row.id })
}

/** Runs `work` so that a refusal by the catalog undoes all that it wrote and nothing else; other errors undo everything. */
const refusalOf = async (tx: Tx, work: () => Promise<void>): Promise<AppError | null> => {
  await sql`savepoint fulfilment`.execute(tx)
  try {
    await work()
    await sql`release savepoint fulfilment`.execute(tx)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint fulfilment`.execute(tx)
    return error
  }
}

/** Moves an order to failed and tells the buyer; the reason is in words for the buyer. */
export const failOrder = async (tx: Tx, ctx: Context, order: OrderRow, reason: string): Promise<OrderRow> => {
  const failed = await moveOrder(tx, order, ORDER_STATUS.failed, { reason })
  await logActivity(tx, ctx, { action: 'order.fail', subject_type: 'order', subject_id: order.id, changes: { reason } })
  await tellBuyer(tx, failed, ORDER_FAILED)
  return failed
}

/**
 * Completes a locked order that is pending or processing, through processing (ORD-007): gives what was bought, numbers
 * the invoice, tells the buyer. Everything or nothing, once: the order's row is locked and its status decides. `payment`
 * is null for an order of 0. When something bought cannot be given, the order fails and the money goes back.
 */
export const completeOrder = async (
  tx: Tx,
  ctx: Context,
  given: {
    order: OrderRow
    payment: ReceivedPayment | null
    services: Services
  },
): Promise<OrderRow> => {
  const { payment, services } = given
  const { processing, completed } = ORDER_STATUS
  const amounts = payment && {
    tax_cents: payment.tax_cents,
    total_cents: payment.total_cents,
    payment_reference: payment.payment_reference,
    paid_at: ctx.now,
  }
  let order = given.order
  if (order.status !== processing) order = await moveOrder(tx, order, processing)
  if (amounts) {
    await updateOrder(tx, order, amounts)
    order = { ...order, ...amounts }
  }
  if (payment) await recordPayment(tx, ctx, order, payment)

  const refusal = await refusalOf(tx, () => services.orderKinds[order.type].fulfil(tx, ctx, order, services))
  if (refusal) {
    const failed = await failOrder(tx, ctx, order, payment ? NOT_DELIVERED : refusal.message)
    if (payment) await refundPayment(tx, ctx, failed, payment, 'not_fulfilled', refusal.message)
    return failed
  }
  const invoice = payment ? { invoice_number: invoiceNumber(await nextNumber(tx, order.portal_id, 'invoice')) } : {}
  const name = await lateBuyerName(tx, order)
  const done = await moveOrder(tx, order, completed, { completed_at: ctx.now, ...invoice, ...name })
  await services.onOrderCompleted(tx, ctx, done)
  await logActivity(tx, ctx, { action: 'order.complete', subject_type: 'order', subject_id: order.id })
  await tellBuyer(tx, done, ORDER_COMPLETED)
  await notify(tx, ctx, {
    user_id: order.user_id,
    kind: 'order_completed',
    data: { order_id: order.id, number: String(order.number) },
  })
  if (payment) {
    const person = await loadPerson(tx, order.portal_id, order.user_id)
    const email = person?.email ?? order.email
    await enqueue(tx, mailInvoiceJob, {
      portal_id: order.portal_id,
      order_id: order.id,
      email,
      key: `invoice:${order.id}`,
    })
  }
  return done
}
