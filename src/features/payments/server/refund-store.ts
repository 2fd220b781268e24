import type { Tx } from '#platform/db/db.ts'

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
  'refund_reference',
  'created_at',
] as const

/** The refunds of a portal as they are written. */
export const selectRefunds = (tx: Tx, portalId: number) =>
  tx.selectFrom('refunds').select(COLUMNS).where('portal_id', '=', portalId)

export type RefundRow = Awaited<ReturnType<ReturnType<typeof selectRefunds>['executeTakeFirstOrThrow']>>

export const setRefund = (tx: Tx, portalId: number, id: number, values: object) =>
  tx.updateTable('refunds').set(values).where('portal_id', '=', portalId).where('id', '=', id).execute()
