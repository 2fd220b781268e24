import { sql } from 'kysely'
import { type OrderRow, updateOrder } from '#features/orders/server/api.ts'
import { LEGAL } from '#kernel/product/legal.ts'
import type { Tx } from '#platform/db/db.ts'

export type DisputeStatus = 'open' | 'won' | 'lost'

/** A chargeback as a message of the provider describes it. */
export type DisputeReport = {
  payment_reference: string
  dispute_reference: string
  status: DisputeStatus
  /** What the bank takes back, which may be a part of the payment. */
  amount_cents: number
  opened_at: Date
}

/** The combined state of several chargebacks: open while one is, lost if one was, null if there is none. */
export const STANDING = sql<DisputeStatus | null>`case when bool_or(status = 'open') then 'open'
  when bool_or(status = 'lost') then 'lost' when count(*) > 0 then 'won' end`

const selectDisputes = (tx: Tx, { portal_id, id }: OrderRow) =>
  tx.selectFrom('disputes').where('portal_id', '=', portal_id).where('order_id', '=', id)

/** The row of this chargeback. One from before ids were kept is known by its payment, its time and its amount. */
const findDispute = async (tx: Tx, order: OrderRow, dispute: DisputeReport) => {
  const rows = await selectDisputes(tx, order)
    .select(['id', 'status', 'dispute_reference', 'amount_cents', 'created_at'])
    .where('payment_reference', '=', dispute.payment_reference)
    .execute()
  return (
    rows.find((row) => row.dispute_reference === dispute.dispute_reference) ??
    rows.find(
      ({ dispute_reference, amount_cents, created_at }) =>
        dispute_reference === null &&
        created_at >= dispute.opened_at &&
        (amount_cents === null || amount_cents === dispute.amount_cents),
    )
  )
}

const sumUp = async (tx: Tx, order: OrderRow): Promise<void> => {
  const { disputed_cents, fee_cents, status } = await selectDisputes(tx, order)
    .select((eb) => [
      eb.fn.sum<string | null>('amount_cents').as('disputed_cents'),
      eb.fn.sum<string>('fee_cents').as('fee_cents'),
      STANDING.as('status'),
    ])
    .executeTakeFirstOrThrow()
  await updateOrder(tx, order, {
    dispute_status: status,
    dispute_fee_cents: Number(fee_cents),
    disputed_cents: disputed_cents === null ? null : Number(disputed_cents),
  })
}

/**
 * Writes the report about a chargeback of a locked order into its row and the order's sums; returns whether it was new.
 */
export const writeDispute = async (tx: Tx, order: OrderRow, dispute: DisputeReport): Promise<boolean> => {
  const { status, dispute_reference, payment_reference, opened_at: created_at } = dispute
  const known = await findDispute(tx, order, dispute)
  // An announcement that comes after the end no longer changes anything.
  const isNews = !known || (status !== 'open' && status !== known.status)
  const { portal_id, id: order_id } = order
  const state = { status, ...(dispute.amount_cents > 0 && { amount_cents: dispute.amount_cents }) }
  if (known)
    await tx
      .updateTable('disputes')
      .set({ dispute_reference, ...(isNews && state) })
      .where('portal_id', '=', portal_id)
      .where('id', '=', known.id)
      .execute()
  else
    await tx
      .insertInto('disputes')
      .values({
        portal_id,
        order_id,
        payment_reference,
        dispute_reference,
        ...state,
        fee_cents: LEGAL.chargeback_fee_cents,
        created_at,
      })
      .execute()
  if (isNews) await sumUp(tx, order)
  return isNews
}

/** The total of the lost chargebacks of a payment; infinite if one covers whatever is left. */
export const lostCents = async (tx: Tx, order: OrderRow, reference: string): Promise<number> => {
  const lost = await selectDisputes(tx, order)
    .select('amount_cents')
    .where('payment_reference', '=', reference)
    .where('status', '=', 'lost')
    .execute()
  return lost.reduce((sum, { amount_cents }) => sum + (amount_cents ?? Number.POSITIVE_INFINITY), 0)
}
