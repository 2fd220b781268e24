import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db.ts'
import type { ListedPayment, Payments } from '#platform/payments.ts'
import { ORDER_STATUS } from '../rules/status.ts'

/** One difference between the payment provider and our books; amounts in cents. */
export type Difference = {
  portal_id: number | null
  order_id: number | null
  payment_reference: string | null
  problem: string
  provider: string | number | null
  ledger: string | number | null
}

const DAY_MS = 86_400_000
/** Messages come for three days at most; what is younger than an hour may still be on its way. */
const SETTLED_MS = 3_600_000

/** The payments of the time, and whichever the provider counts to it. */
const readBooks = (tx: Tx, since: Date, references: readonly string[]) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.portal_id', '=', 'p.portal_id').onRef('o.id', '=', 'p.order_id'))
    .select(['p.portal_id', 'p.order_id', 'p.payment_reference', 'p.amount_cents', 'p.fee_cents', 'p.paid_at'])
    .select([
      'o.status',
      'o.payment_reference as order_reference',
      'o.dispute_status',
      sql<number>`coalesce((
        select sum(r.amount_cents) from refunds r
        where r.portal_id = p.portal_id and r.payment_reference = p.payment_reference
          and r.status = 'succeeded' and r.origin <> 'dispute'
      ), 0)::bigint`.as('refunded_cents'),
      sql<boolean>`exists (
        select from refunds r
        where r.portal_id = p.portal_id and r.payment_reference = p.payment_reference and r.status <> 'failed'
      )`.as('goes_back'),
    ])
    .where((eb) =>
      eb.or([eb('p.paid_at', '>=', since), eb('p.payment_reference', '=', sql<string>`any(${references})`)]),
    )
    .execute()

type Booked = Awaited<ReturnType<typeof readBooks>>[number]

const compare = (theirs: ListedPayment, ours: Booked): Difference[] => {
  const at = { portal_id: ours.portal_id, order_id: ours.order_id, payment_reference: ours.payment_reference }
  const differ = (problem: string, provider: string | number | null, ledger: string | number | null): Difference[] =>
    provider === ledger ? [] : [{ ...at, problem, provider, ledger }]
  return [
    ...differ('the order is another one', theirs.order_id, ours.order_id),
    ...differ('the amount differs', theirs.amount_cents, ours.amount_cents),
    ...differ('what was refunded differs', theirs.refunded_cents, ours.refunded_cents),
    ...(ours.fee_cents === null ? [] : differ('the fee differs', theirs.fee_cents, ours.fee_cents)),
    ...(theirs.is_disputed && ours.dispute_status === null
      ? [{ ...at, problem: 'a chargeback is not recorded', provider: 'disputed', ledger: null }]
      : []),
  ]
}

/** What does not fit in the books alone: money that bought nothing and does not go back, and what was given without money. */
const compareOwn = (ours: Booked): Difference[] => {
  const isUsed =
    ours.order_reference === ours.payment_reference &&
    (ours.status === ORDER_STATUS.completed || ours.status === ORDER_STATUS.refunded)
  if (isUsed || ours.goes_back) return []
  const at = { portal_id: ours.portal_id, order_id: ours.order_id, payment_reference: ours.payment_reference }
  return [{ ...at, problem: 'money that bought nothing does not go back', provider: ours.amount_cents, ledger: 0 }]
}

const findUnpaid = (tx: Tx, since: Date) =>
  tx
    .selectFrom('orders as o')
    .select(['o.portal_id', 'o.id', 'o.total_cents'])
    .where('o.status', '=', ORDER_STATUS.completed)
    .where('o.total_cents', '>', 0)
    .where('o.completed_at', '>=', since)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.portal_id', '=', 'o.portal_id')
            .whereRef('p.payment_reference', '=', 'o.payment_reference'),
        ),
      ),
    )
    .execute()

/**
 * Compares every payment of the provider since a time with our books, over all portals, and both ways: what came and is
 * not written down, what is written down and never came, amounts, refunds, fees and chargebacks. Nothing is changed.
 */
export const reconcile = async (
  db: Db,
  payments: Pick<Payments, 'listPayments'>,
  { since, now }: { since: Date; now: Date },
): Promise<Difference[]> => {
  const listed = await payments.listPayments(since)
  const references = listed.map((payment) => payment.payment_reference)
  const { books, unpaid } = await db.withPlatform(
    async (tx) => ({
      books: await readBooks(tx, since, references),
      unpaid: await findUnpaid(tx, since),
    }),
    'read only',
  )
  const byReference = new Map(books.map((row) => [row.payment_reference, row]))
  const known = new Set(references)
  const settled = now.getTime() - SETTLED_MS
  const missing = listed
    .filter((payment) => !byReference.has(payment.payment_reference) && payment.paid_at.getTime() <= settled)
    .map(({ order_id, payment_reference, amount_cents }) => ({
      portal_id: null,
      order_id,
      payment_reference,
      problem: 'a payment is not in the books',
      provider: amount_cents,
      ledger: null,
    }))
  const invented = books
    .filter((row) => row.paid_at.getTime() >= since.getTime() + 3 * DAY_MS && !known.has(row.payment_reference))
    .map(({ portal_id, order_id, payment_reference, amount_cents }) => ({
      portal_id,
      order_id,
      payment_reference,
      problem: 'the provider does not know the payment',
      provider: null,
      ledger: amount_cents,
    }))
  return [
    ...missing,
    ...invented,
    ...listed.flatMap((payment) => {
      const row = byReference.get(payment.payment_reference)
      return row ? compare(payment, row) : []
    }),
    ...books.flatMap(compareOwn),
    ...unpaid.map(({ portal_id, id, total_cents }) => ({
      portal_id,
      order_id: id,
      payment_reference: null,
      problem: 'a completed order has no payment',
      provider: null,
      ledger: total_cents,
    })),
  ]
}
