import { systemContext } from '#features/orders/server/api.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { PaymentsError } from '#platform/payments/payments.ts'
import type { Services } from '#platform/services.ts'
import { setRefund } from './refund-store.ts'

const takeBackKey = ({ portal_id, refund_id }: RefundRef, payment_reference: string) =>
  `take-back-${portal_id}-${refund_id}-${payment_reference}`

type RefundRef = { portal_id: number; refund_id: number }

const loadRefund = (tx: Tx, { portal_id, refund_id }: RefundRef) =>
  tx
    .selectFrom('refunds as r')
    .innerJoin('orders as o', (join) => join.onRef('o.portal_id', '=', 'r.portal_id').onRef('o.id', '=', 'r.order_id'))
    .select(['r.order_id', 'r.payment_reference', 'r.refund_reference', 'r.amount_cents', 'r.status', 'r.passed_on'])
    .select((eb) => [
      'o.platform_share_cents',
      eb
        .exists(
          eb
            .selectFrom('refunds as w')
            .select('w.id')
            .whereRef('w.portal_id', '=', 'r.portal_id')
            .whereRef('w.payment_reference', '=', 'r.payment_reference')
            .where('w.passed_on', '=', 'waits'),
        )
        .as('is_waiting'),
    ])
    .where('r.portal_id', '=', portal_id)
    .where('r.id', '=', refund_id)
    .executeTakeFirstOrThrow()

/** Takes the part of a partner or portal of what has gone back from its account, with the platform's share (ORD-048). */
export const takeBack = async (db: Db, { payments }: Services, ref: RefundRef): Promise<void> => {
  const refund = await db.withPortal(ref.portal_id, (tx) => loadRefund(tx, ref), 'read only')
  if (refund.status === 'failed') return
  // Money that still has to be passed on again could not be taken back, and would be lost.
  if (refund.is_waiting) throw new Error('Money of this payment is still to be passed on again')
  const { payment_reference, amount_cents, platform_share_cents: share } = refund
  const idempotency_key = takeBackKey(ref, payment_reference)
  await payments.reverseTransfer({ payment_reference, amount_cents, is_share_returned: share > 0, idempotency_key })
}

/**
 * Passes on again what a failed refund had taken from an account, which the provider does not do (ORD-051). If the
 * account no longer takes money, it stays with the platform, and the activity log says so.
 */
export const passOnAgain = async (db: Db, services: Services, ref: RefundRef, now: Date): Promise<void> => {
  const refund = await db.withPortal(ref.portal_id, (tx) => loadRefund(tx, ref), 'read only')
  const { payment_reference, refund_reference, order_id, amount_cents } = refund
  if (refund.passed_on !== 'waits' || refund_reference === null) return
  const idempotency_key = `pass-on-${ref.portal_id}-${ref.refund_id}-${payment_reference}`
  const refusal = await services.payments
    .passOnAgain({
      payment_reference,
      refund_reference,
      reversal_key: takeBackKey(ref, payment_reference),
      idempotency_key,
    })
    .then(() => null)
    .catch((error: unknown) => {
      const isAway = !(error instanceof PaymentsError) || ['payments_unreachable', 'payments_off'].includes(error.code)
      if (isAway) throw error
      return error
    })
  const ctx = await systemContext(services, ref.portal_id, now)
  await db.withPortal(ref.portal_id, async (tx) => {
    await setRefund(tx, ref.portal_id, ref.refund_id, { passed_on: refusal ? 'refused' : 'done' })
    await logActivity(tx, ctx, {
      action: refusal ? 'order.not_passed_on' : 'order.passed_on',
      subject_type: 'order',
      subject_id: order_id,
      changes: { refund_id: ref.refund_id, amount: amount_cents / 100, ...(refusal && { error: refusal.message }) },
    })
  })
}
