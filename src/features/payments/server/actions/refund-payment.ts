import { sql } from 'kysely'
import type { OrderRow } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { settleRefundJob } from '../job-names.ts'

/**
 * Sends a payment that buys nothing back in full (ORD-046): writes the refund and the job that carries it out. A payment
 * goes back once, however often it is announced; the order keeps its status.
 */
export const refundPayment = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  payment: { payment_reference: string; total_cents: number },
  origin: 'late_payment' | 'not_fulfilled',
  reason: string,
): Promise<void> => {
  const row = await tx
    .insertInto('refunds')
    .values({
      portal_id: order.portal_id,
      order_id: order.id,
      payment_reference: payment.payment_reference,
      amount_cents: payment.total_cents,
      is_full: true,
      origin,
      reason,
      created_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['portal_id', 'payment_reference'])
        // In the text: a bound value finds no partial index once the statement has a generic plan.
        .where(sql<boolean>`origin in ('late_payment', 'not_fulfilled')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return
  await enqueue(tx, settleRefundJob, { portal_id: order.portal_id, refund_id: row.id })
  await logActivity(tx, ctx, {
    action: 'order.payment_returned',
    subject_type: 'order',
    subject_id: order.id,
    changes: { amount: payment.total_cents / 100, reason },
  })
}
