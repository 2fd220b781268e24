import type { Effect, Resume } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { sendJob } from '../send-job.ts'
import { lockShipment, type ShipmentRow, updateShipment } from '../store.ts'

/** Asks for a locked shipment to be taken back (SHP-010); nothing happens to one that the carrier has, or that is canceled. */
export const askToCancel = async (tx: Tx, ctx: Context, row: ShipmentRow): Promise<void> => {
  if (row.handed_over_at || row.cancelled_at || row.cancel_asked_at) return
  await updateShipment(tx, row, { cancel_asked_at: ctx.now, failures: 0 }, ctx.now)
  await enqueue(tx, sendJob, { portal_id: row.portal_id, shipment_id: row.id, asked: 0 })
  await logActivity(tx, ctx, { action: 'shipment.cancel', subject_type: 'shipment', subject_id: row.id })
}

/** Takes the parcel of an order back whose money has gone back altogether, as long as the carrier does not have it. */
export const recallShipment: Effect = async (tx, ctx, order) => {
  if (order.status !== ORDER_STATUS.refunded) return
  const shipment = await tx
    .selectFrom('shipments')
    .select('id')
    .where('portal_id', '=', order.portal_id)
    .where('order_id', '=', order.id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  const row = shipment && (await lockShipment(tx, order.portal_id, shipment.id))
  if (row) await askToCancel(tx, ctx, row)
}

const RECALLED = 'The shipment of this order was canceled. It is not sent again automatically.'

/** Says that the parcel of an order stays called back although the refund that did it has failed (ORD-051). */
export const tellRecalled: Resume = async (tx, _ctx, order) => {
  const recalled = await tx
    .selectFrom('shipments')
    .select('id')
    .where('portal_id', '=', order.portal_id)
    .where('order_id', '=', order.id)
    .where((eb) => eb.or([eb('cancelled_at', 'is not', null), eb('cancel_asked_at', 'is not', null)]))
    .executeTakeFirst()
  return recalled ? RECALLED : null
}
