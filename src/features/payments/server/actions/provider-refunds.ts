import { loadOrder, type OrderKinds, type OrderRow } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ProviderRefund } from '#platform/payments/payments.ts'
import { refundKey } from '../refund-key.ts'
import { type RefundRow, selectRefunds, setRefund } from '../refund-store.ts'
import { noteLoss } from './chargebacks.ts'
import { addExternal, goneBack, requirePayment } from './external-money.ts'
import { undoRefund } from './undo-refund.ts'

const AT_PROVIDER = 'Refunded at the payment provider.'

/**
 * Which of our rows is which refund of the provider: by its id, by the key of our request, and, for those that were written
 * before ids were kept, by the amount.
 */
const matchRows = (rows: RefundRow[], made: readonly ProviderRefund[], portalId: number): Map<string, RefundRow> => {
  const of = new Map<string, RefundRow>()
  const free = new Set(rows.filter(({ origin }) => origin !== 'dispute'))
  const match = (one: ProviderRefund, row: RefundRow | undefined) => {
    if (!row || of.has(one.refund_reference)) return
    of.set(one.refund_reference, row)
    free.delete(row)
  }
  const find = (test: (row: RefundRow) => boolean) => [...free].find(test)
  for (const one of made)
    match(
      one,
      find((row) => row.refund_reference === one.refund_reference),
    )
  for (const one of made)
    match(
      one,
      find((row) => refundKey(portalId, row) === one.request),
    )
  for (const one of made.filter(({ request }) => request === null))
    match(
      one,
      find((row) => isUnnamed(row) && row.amount_cents === one.amount_cents),
    )
  return of
}

const isUnnamed = ({ origin, refund_reference, status }: RefundRow) =>
  origin === 'provider' && refund_reference === null && status === 'succeeded'

/** Writes down a refund that was made at the provider itself, as far as our books have so much of the payment left. */
const noteMade = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  {
    one,
    reference,
    isWaiting,
    kinds,
  }: { one: ProviderRefund; reference: string; isWaiting: boolean; kinds: OrderKinds },
): Promise<boolean> => {
  const payment = await requirePayment(tx, order, reference)
  const left = payment.amount_cents - (await goneBack(tx, order, reference)).all
  const amount_cents = Math.min(one.amount_cents, left)
  // A refund of ours that is on its way has the money as well: one of the two is refused, and then this is asked again.
  if (amount_cents <= 0 || (isWaiting && amount_cents < one.amount_cents)) return false
  await addExternal(tx, ctx, order, {
    reference,
    amount_cents,
    origin: 'provider',
    reason: AT_PROVIDER,
    refund_reference: one.refund_reference,
    is_all: amount_cents === left,
    kinds,
  })
  await logActivity(tx, ctx, {
    action: 'order.refund',
    subject_type: 'order',
    subject_id: order.id,
    changes: { amount: amount_cents / 100, reason: AT_PROVIDER },
  })
  return true
}

const WHY: Record<string, string> = {
  lost_or_stolen_card: 'The card was lost or stolen.',
  expired_or_canceled_card: 'The card has expired or was cancelled.',
  charge_for_pending_refund_disputed: 'The buyer’s bank has taken the payment back.',
  insufficient_funds: 'There was not enough money on the account at the payment provider.',
  declined: 'The buyer’s bank has declined the refund.',
  merchant_request: 'It was cancelled at the payment provider.',
}
const failureText = ({ failure }: ProviderRefund) => WHY[failure ?? ''] ?? 'The buyer’s bank did not take the money.'

type RefundReport = {
  payment_reference: string
  /** Every refund of the payment as the provider has them. */
  made: readonly ProviderRefund[]
  kinds: OrderKinds
}

type Books = {
  rows: readonly RefundRow[]
  /** Our row of each refund of the provider. */
  of: Map<string, RefundRow>
}

/** Rows without an id of the provider that match no single refund there: several may have been written as one. */
const unmatched = ({ rows, of }: Books) => rows.filter((row) => isUnnamed(row) && ![...of.values()].includes(row))

/** Undoes what has failed but is in our books as completed or in progress; returns whether there was any. */
const undoFailed = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  books: Books,
  { made, kinds }: RefundReport,
): Promise<boolean> => {
  let current = order
  let hasFailed = false
  for (const one of made.filter(({ status }) => status === 'failed')) {
    const { refund_reference, amount_cents } = one
    // Of several that were written as one, those that stand are noted again afterwards.
    const refund = books.of.get(refund_reference) ?? unmatched(books).find((row) => row.amount_cents > amount_cents)
    if (!refund || refund.status === 'failed') continue
    books.of.set(refund_reference, refund)
    current = await undoRefund(tx, ctx, current, { refund, message: failureText(one), refund_reference, kinds })
    if (refund.amount_cents > amount_cents && isUnnamed(refund))
      await setRefund(tx, order.portal_id, refund.id, { amount_cents })
    hasFailed = true
  }
  return hasFailed
}

/** Writes down what stands at the provider and not in our books; says whether there was any. */
const noteOthers = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  books: Books,
  { payment_reference: reference, made, kinds }: RefundReport,
): Promise<boolean> => {
  const isWaiting = books.rows.some(({ status }) => status === 'pending')
  let unnamed = unmatched(books).reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  let hasGone = false
  for (const one of made.filter(({ status }) => status !== 'failed')) {
    const refund = books.of.get(one.refund_reference)
    if (refund?.origin === 'provider' && refund.refund_reference === null)
      await setRefund(tx, order.portal_id, refund.id, { refund_reference: one.refund_reference })
    if (refund) continue
    if (one.amount_cents <= unnamed) {
      unnamed -= one.amount_cents
      continue
    }
    const current = await loadOrder(tx, order.portal_id, order.id)
    hasGone = (await noteMade(tx, ctx, current ?? order, { one, reference, isWaiting, kinds })) || hasGone
  }
  return hasGone
}

/**
 * Brings the books in line with the provider's refunds of a payment, whichever message started it, so that the order of
 * messages does not matter. Refunds made there are written down like ours, and failed ones, even after a success, are
 * undone (ORD-051). Calling it twice changes nothing.
 */
export const takeInRefunds = async (
  tx: Tx,
  ctx: Context,
  order: OrderRow,
  refund: RefundReport,
): Promise<'known' | 'refunded' | 'refund failed'> => {
  const { payment_reference, made: providerRefunds, kinds } = refund
  await requirePayment(tx, order, payment_reference)
  const rows = await selectRefunds(tx, order.portal_id)
    .where('payment_reference', '=', payment_reference)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const books = { rows, of: matchRows(rows, providerRefunds, order.portal_id) }
  const hasFailed = await undoFailed(tx, ctx, order, books, refund)
  const hasGone = await noteOthers(tx, ctx, order, books, refund)
  const after = hasFailed ? await loadOrder(tx, order.portal_id, order.id) : null
  if (after) await noteLoss(tx, ctx, after, { payment_reference, kinds })
  return hasFailed ? 'refund failed' : hasGone ? 'refunded' : 'known'
}
