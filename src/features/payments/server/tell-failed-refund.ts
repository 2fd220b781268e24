import { findById } from '#features/accounts/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import type { OrderRow } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { sendMail } from '#platform/mail/mail.ts'
import type { RefundRow } from './refund-store.ts'

/** Who handles the payments of the portal there (ROL-050); super admins find it in the list of payments. */
const loadAccounting = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('portal_user_roles as r')
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'r.portal_id').onRef('u.id', '=', 'r.user_id'))
    .select(['u.id', 'u.email', 'u.first_name'])
    .distinct()
    .where('r.portal_id', '=', portalId)
    .where('r.role', 'in', ['portal_admin', 'admin', 'accounting'])
    .where('u.is_blocked_everywhere', '=', false)
    .where('u.is_blocked_here', '=', false)
    .orderBy('u.id')
    .execute()

type FailedRefundNotice = { refund: RefundRow; message: string; wasMade: boolean; left: readonly string[] }

/** Whether the order still gives what its money was paid for. */
const isKept = (order: OrderRow, { payment_reference }: RefundRow): boolean =>
  order.payment_reference === payment_reference && order.status === ORDER_STATUS.completed

/**
 * Notifies accounting, in the bell and by mail, that a refund has not been paid out, and the buyer, if it had been
 * announced to them (ORD-051). If the provider refuses a refund right away, the answer of the call says so.
 */
export const tellFailedRefund = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  { refund, message, wasMade, left }: FailedRefundNotice,
): Promise<void> => {
  const wasAnnounced = refund.status === 'succeeded'
  if (!wasMade && refund.origin === 'request') return
  const common = {
    link: `${ctx.portal.origin}/orders/${order.id}`,
    order_number: order.number,
    amount_cents: refund.amount_cents,
    is_kept: isKept(order, refund),
    left,
  }
  for (const { id, email, first_name } of await loadAccounting(tx, order.portal_id)) {
    const key = `refund-failed:${refund.id}:${id}`
    await notify(tx, ctx, {
      user_id: id,
      kind: 'refund_failed',
      key,
      data: { order_id: order.id, number: order.number, amount_cents: refund.amount_cents },
      mail: {
        template: 'refund-failed-staff',
        to: email,
        key,
        course_id: null,
        data: { ...common, first_name, message, is_passed_on: order.destination_account !== null },
      },
    })
  }
  if (!wasAnnounced) return
  await sendMail(tx, {
    template: 'refund-failed',
    portal_id: order.portal_id,
    to: order.email,
    key: `refund-failed:${refund.id}`,
    data: { ...common, first_name: (await findById(tx, order.portal_id, order.user_id))?.first_name ?? null },
  })
}
