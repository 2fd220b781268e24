import { sql } from 'kysely'
import { ORDER_WORDS } from '#kernel/product/orders.ts'
import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { ListedPayment, Payments } from '#platform/payments/payments.ts'
import { type DisputeStatus, STANDING } from './disputes.ts'

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

const BACK = sql`select coalesce(sum(r.amount_cents), 0)::bigint from refunds r
  where r.portal_id = p.portal_id and r.payment_reference = p.payment_reference`

const DISPUTED = sql`from disputes d
  where d.portal_id = p.portal_id and d.payment_reference = p.payment_reference`

/** The payments of the time, and whichever the provider counts to it. */
const readBooks = (tx: Tx, since: Date, references: readonly string[]) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.portal_id', '=', 'p.portal_id').onRef('o.id', '=', 'p.order_id'))
    .select(['p.portal_id', 'p.order_id', 'p.payment_reference', 'p.amount_cents', 'p.fee_cents', 'p.paid_at'])
    .select([
      'o.status',
      'o.payment_reference as order_reference',
      'o.total_cents',
      'o.refunded_cents as order_refunded_cents',
      'o.dispute_status as order_dispute',
      'o.destination_account',
      'p.platform_share_cents',
      sql<number>`(${BACK} and r.status = 'succeeded' and r.origin <> 'dispute')`.as('refunded_cents'),
      sql<number>`(${BACK} and r.status = 'succeeded')`.as('gone_back_cents'),
      sql<number>`(${BACK} and r.status <> 'failed')`.as('going_back_cents'),
      sql<DisputeStatus | null>`(select ${STANDING} ${DISPUTED})`.as('dispute'),
      sql<DisputeStatus | null>`(select ${STANDING} from disputes d
        where d.portal_id = p.portal_id and d.order_id = p.order_id)`.as('all_disputes'),
      sql<number>`(select count(*)::int ${DISPUTED})`.as('disputes'),
      sql<number>`(select count(*)::int from refunds r
        where r.portal_id = p.portal_id and r.payment_reference = p.payment_reference)`.as('refunds'),
      sql<Date | null>`(
        select max(r.settled_at) from refunds r
        where r.portal_id = p.portal_id and r.payment_reference = p.payment_reference
      )`.as('changed_at'),
      sql<Date | null>`(
        select min(r.created_at) from refunds r
        where r.portal_id = p.portal_id and r.payment_reference = p.payment_reference and r.status = 'pending'
      )`.as('waits_since'),
    ])
    .where((eb) =>
      eb.or([eb('p.paid_at', '>=', since), eb('p.payment_reference', '=', sql<string>`any(${references})`)]),
    )
    .execute()

type Booked = Awaited<ReturnType<typeof readBooks>>[number]

const differ = (ours: Booked, problem: string, provider: string | number | null, ledger: string | number | null) => {
  const { portal_id, order_id, payment_reference } = ours
  return provider === ledger ? [] : [{ portal_id, order_id, payment_reference, problem, provider, ledger }]
}

/** Whether this payment is the one that the order was bought with. */
const isOwn = (ours: Booked) => ours.order_reference === ours.payment_reference

/** What an account should have from a payment: its part of what was not refunded. Each part is rounded separately. */
const comparePassedOn = (theirs: ListedPayment, ours: Booked, now: Date): Difference[] => {
  const isMoving = ours.changed_at !== null && ours.changed_at.getTime() > now.getTime() - SETTLED_MS
  const isSame = ours.destination_account !== null && ours.destination_account === theirs.destination_account
  if (!isSame || !isOwn(ours) || isMoving) return []
  const { amount_cents: amount, platform_share_cents: share, gone_back_cents: gone } = ours
  const due = Math.round(((amount - gone) * (amount - share)) / amount)
  const isDue = Math.abs(due - theirs.kept_cents) <= ours.refunds
  return isDue ? [] : differ(ours, 'what an account has of the payment differs', theirs.kept_cents, due)
}

const compare = (theirs: ListedPayment, ours: Booked, now: Date): Difference[] => {
  // The fee is asked for afterwards, for about a day.
  const isFeeOpen = ours.fee_cents === null && ours.paid_at.getTime() > now.getTime() - DAY_MS
  const taken = Math.min(theirs.lost_cents, theirs.amount_cents - theirs.refunded_cents)
  const takenByUs = ours.gone_back_cents - ours.refunded_cents
  return [
    ...differ(ours, 'the order is another one', theirs.order_id, ours.order_id),
    ...differ(ours, 'the amount differs', theirs.amount_cents, ours.amount_cents),
    ...differ(ours, 'what was refunded differs', theirs.refunded_cents, ours.refunded_cents),
    ...(isFeeOpen ? [] : differ(ours, 'the fee differs', theirs.fee_cents, ours.fee_cents)),
    ...differ(ours, 'the chargeback differs', theirs.dispute, ours.dispute),
    ...differ(ours, 'the number of chargebacks differs', theirs.disputes, ours.disputes),
    ...differ(ours, 'what the chargeback took differs', taken, takenByUs),
    ...differ(ours, 'another account got the money', theirs.destination_account, ours.destination_account),
    ...differ(ours, 'the share of the platform differs', theirs.platform_share_cents, ours.platform_share_cents),
    ...comparePassedOn(theirs, ours, now),
  ]
}

/**
 * Contradictions within the books: money that bought nothing, or that should be refunded and is not, and orders that
 * say otherwise.
 */
const compareOwn = (ours: Booked, settled: number): Difference[] => {
  const isUsed = isOwn(ours) && (ours.status === ORDER_STATUS.completed || ours.status === ORDER_STATUS.refunded)
  const waits = ours.waits_since !== null && ours.waits_since.getTime() <= settled
  const { amount_cents: amount, gone_back_cents: gone, going_back_cents: going } = ours
  return [
    ...(isUsed || going >= amount ? [] : differ(ours, 'money that bought nothing does not go back', amount, going)),
    ...(waits ? differ(ours, 'a refund has not been carried out', gone, going) : []),
    ...(isUsed ? differ(ours, 'the order has another total', amount, ours.total_cents) : []),
    ...(isUsed ? differ(ours, 'the order says otherwise what was refunded', gone, ours.order_refunded_cents) : []),
    ...(isOwn(ours)
      ? differ(ours, 'the order says otherwise how its chargebacks stand', ours.all_disputes, ours.order_dispute)
      : []),
    ...(isUsed && (gone === amount) !== (ours.status === ORDER_STATUS.refunded)
      ? differ(ours, 'the status of the order is another one', gone, ORDER_WORDS[ours.status as OrderStatus])
      : []),
  ]
}

/** Payments of which the provider may say something new however old they are: a chargeback or a refund is open. */
const findOpen = async (tx: Tx): Promise<string[]> => {
  const disputed = await tx.selectFrom('disputes').select('payment_reference').where('status', '=', 'open').execute()
  const going = await tx.selectFrom('refunds').select('payment_reference').where('status', '=', 'pending').execute()
  return [...disputed, ...going].map(({ payment_reference }) => payment_reference)
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
 * Compares every payment of the provider since a time with our books, over all portals and in both directions: payments
 * that arrived but are not recorded, payments that are recorded but never arrived, amounts, refunds, fees, chargebacks,
 * and who got what. An older payment counts when a part of it has been refunded since, or is still undecided. Nothing
 * is changed.
 */
export const reconcile = async (db: Db, payments: Lister, time: Period): Promise<Difference[]> =>
  (await checkPayments(db, payments, time)).differences

type Lister = Pick<Payments, 'listPayments'>
type Period = { since: Date; now: Date }

/** As `reconcile`, with how much was compared. */
export const checkPayments = async (
  db: Db,
  payments: Lister,
  { since, now }: Period,
): Promise<{ differences: Difference[]; listed: number; booked: number }> => {
  const open = await db.withPlatform(findOpen, 'read only')
  const listed = await payments.listPayments(since, open)
  const references = [...new Set([...open, ...listed.map((payment) => payment.payment_reference)])]
  const { books, unpaid } = await db.withPlatform(
    async (tx) => ({
      books: await readBooks(tx, since, references),
      unpaid: await findUnpaid(tx, since),
    }),
    'read only',
  )
  const byReference = new Map(books.map((row) => [row.payment_reference, row]))
  const known = new Set(listed.map((payment) => payment.payment_reference))
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
    // What has come since the provider was asked is in the next list.
    .filter((row) => row.paid_at.getTime() <= settled && row.paid_at.getTime() >= since.getTime() + 3 * DAY_MS)
    .filter((row) => !known.has(row.payment_reference))
    .map(({ portal_id, order_id, payment_reference, amount_cents }) => ({
      portal_id,
      order_id,
      payment_reference,
      problem: 'the provider does not know the payment',
      provider: null,
      ledger: amount_cents,
    }))
  const differences = [
    ...missing,
    ...invented,
    ...listed.flatMap((payment) => {
      const row = byReference.get(payment.payment_reference)
      return row ? compare(payment, row, now) : []
    }),
    ...books.flatMap((row) => compareOwn(row, settled)),
    ...unpaid.map(({ portal_id, id, total_cents }) => ({
      portal_id,
      order_id: id,
      payment_reference: null,
      problem: 'a completed order has no payment',
      provider: null,
      ledger: total_cents,
    })),
  ]
  return { differences, listed: listed.length, booked: books.length }
}
