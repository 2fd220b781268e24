import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { TARGET } from '../../rules/movements.ts'
import { type Account, type CreditContext, ensureAccounts, keyOf, lockAccountsById, sink } from '../accounts.ts'
import { addHandout, append } from '../ledger.ts'
import { tellCredits } from '../live.ts'
import { unusedOfOrder } from '../purse.ts'

export type Removal = { removed: number; per_course: { course_id: number | null; removed: number }[] }

type Purchase = { account_id: number; course_id: number | null; bought: number; removed: number }

type CreditRemoval = {
  order_id: number
  at_most?: number
  /** Only single seats that nobody sits on, not the credits a holder bought. */
  seats_only?: boolean
}

const seatAccounts = (tx: Tx, ctx: CreditContext) =>
  tx.selectFrom('credit_accounts').select('id').where('portal_id', '=', ctx.portal.id).where('kind', '=', 'order')

/** What the order bought and lost again, holder by holder, general credits first and then by rising course id. */
const loadPurchases = (tx: Tx, ctx: CreditContext, orderId: number, seatsOnly: boolean): Promise<Purchase[]> =>
  tx
    .selectFrom('credit_movements')
    .$if(seatsOnly, (query) => query.where('holder_account_id', 'in', seatAccounts(tx, ctx)))
    .select((eb) => [
      'holder_account_id as account_id',
      'course_id',
      sql<number>`coalesce(sum(amount) filter (where purpose in ('purchase', 'plan')), 0)::int`.as('bought'),
      sql<number>`coalesce(sum(amount) filter (where purpose = 'remove'), 0)::int`.as('removed'),
      eb.lit(1).as('one'),
    ])
    .where('portal_id', '=', ctx.portal.id)
    .where('order_id', '=', orderId)
    .where('purpose', 'in', ['purchase', 'plan', 'remove'])
    .groupBy(['holder_account_id', 'course_id'])
    .orderBy(sql`course_id nulls first, holder_account_id`)
    .execute()

/** Every account that credits of these accounts may have been handed on to, these included. */
const loadReach = async (tx: Tx, ctx: CreditContext, accountIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive reach (id) as (
      select unnest(${[...accountIds]}::bigint[])
      union
      select h.to_account_id from credit_handouts h join reach on h.from_account_id = reach.id
      where h.portal_id = ${ctx.portal.id} and h.amount > 0
    ) select id from reach`.execute(tx)
  return rows.map(({ id }) => id)
}

type Handout = { from_account_id: number; to_account_id: number; amount: number }

/** Brings up to `needed` unused credits together on an account: what it has, then what it has handed on. */
const gather = async (
  tx: Tx,
  ctx: CreditContext,
  accounts: ReadonlyMap<number, Account>,
  handouts: readonly Handout[],
  { account, needed, seen }: { account: Account; needed: number; seen: ReadonlySet<number> },
): Promise<number> => {
  let removable = Math.min(account.balance, needed)
  for (const handout of handouts) {
    const receiver = accounts.get(handout.to_account_id)
    if (handout.from_account_id !== account.id || !receiver || seen.has(receiver.id) || removable === needed) continue
    const reachable = await gather(tx, ctx, accounts, handouts, {
      account: receiver,
      needed: Math.min(needed - removable, handout.amount),
      seen: new Set([...seen, receiver.id]),
    })
    if (reachable === 0) continue
    await append(tx, ctx, {
      purpose: account.kind === 'portal' && receiver.kind === 'portal' ? 'recall' : 'take',
      amount: reachable,
      debit: receiver,
      credit: account,
      holder: account,
      target: TARGET.course,
      user_id: receiver.user_id,
    })
    await addHandout(tx, ctx, account, receiver, -reachable)
    handout.amount -= reachable
    removable += reachable
  }
  return removable
}

/** Locks what the order's credits lie on, wherever they have been handed on to, and where they go when they are taken back. */
const lockReach = async (tx: Tx, ctx: CreditContext, purchases: readonly Purchase[]) => {
  const sinks = purchases.map(({ course_id }) => sink('removed', course_id))
  await ensureAccounts(tx, ctx.portal.id, sinks)
  const reach = await loadReach(
    tx,
    ctx,
    purchases.map(({ account_id }) => account_id),
  )
  const accounts = await lockAccountsById(tx, ctx.portal.id, [...reach, ...(await idsOf(tx, ctx, sinks.map(keyOf)))])
  return { reach, accounts }
}

/** Keeps the order's credits from being used or handed on until the transaction ends. */
export const lockOrderCredits = async (tx: Tx, ctx: CreditContext, orderId: number): Promise<void> => {
  const purchases = await loadPurchases(tx, ctx, orderId, false)
  if (purchases.length > 0) await lockReach(tx, ctx, purchases)
}

/**
 * Takes back what is unused of an order's credits, at most `at_most` (ORD-045): from the holder first, then from those to
 * whom the holder has handed them on. `course_id` null are general credits. What enrollments use stays; the returned
 * seat of a single purchase counts as unused, so access is ended before (`endOrderGrants`).
 */
export const removeUnusedCredits = async (
  tx: Tx,
  ctx: CreditContext,
  { order_id: orderId, at_most: atMost = Number.POSITIVE_INFINITY, seats_only: seatsOnly = false }: CreditRemoval,
): Promise<Removal> => {
  const purchases = await loadPurchases(tx, ctx, orderId, seatsOnly)
  if (purchases.length === 0) return { removed: 0, per_course: [] }
  const { reach, accounts } = await lockReach(tx, ctx, purchases)
  const sinkOf = new Map(
    [...accounts.values()].filter(({ kind }) => kind === 'removed').map((one) => [one.course_id, one]),
  )
  const handouts = await tx
    .selectFrom('credit_handouts')
    .select(['from_account_id', 'to_account_id', 'amount'])
    .where('portal_id', '=', ctx.portal.id)
    .where('from_account_id', 'in', reach)
    .where('amount', '>', 0)
    .orderBy('to_account_id')
    .execute()

  let left = atMost
  const perCourse: Removal['per_course'] = []
  for (const purchase of await loadPurchases(tx, ctx, orderId, seatsOnly)) {
    const holder = accounts.get(purchase.account_id) as Account
    const isSingleSeat = holder.kind === 'order'
    const unused = isSingleSeat ? await unusedOfOrder(tx, ctx, orderId, holder) : purchase.bought - purchase.removed
    const needed = Math.min(unused, left)
    const removed =
      needed <= 0
        ? 0
        : await gather(tx, ctx, accounts, handouts, { account: holder, needed, seen: new Set([holder.id]) })
    perCourse.push({ course_id: purchase.course_id, removed })
    if (removed === 0) continue
    left -= removed
    const id = await append(tx, ctx, {
      purpose: 'remove',
      amount: removed,
      debit: holder,
      credit: sinkOf.get(purchase.course_id) as Account,
      holder,
      target:
        holder.kind === 'partner' ? TARGET.partner_page : holder.course_id === null ? TARGET.portal : TARGET.course,
      user_id: holder.user_id,
      order_id: orderId,
    })
    if (purchase.course_id !== null) await tellCredits(tx, ctx, { id, course_id: purchase.course_id })
  }
  return { removed: perCourse.reduce((sum, { removed }) => sum + removed, 0), per_course: perCourse }
}

const idsOf = async (tx: Tx, ctx: CreditContext, keys: string[]): Promise<number[]> => {
  const rows = await tx
    .selectFrom('credit_accounts')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('key', 'in', keys)
    .execute()
  return rows.map(({ id }) => id)
}
