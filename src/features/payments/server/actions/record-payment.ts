import type { OrderRow, ReceivedPayment } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { recordFeeJob } from '../job-names.ts'

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
