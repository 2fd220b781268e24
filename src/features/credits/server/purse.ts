import { type AppError, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { draw, TARGET } from '../rules/movements.ts'
import { type Account, accountOf, type CreditContext, type Holder, keyOf, lockAccounts, sink } from './accounts.ts'
import { append, findByKey } from './ledger.ts'

/** Whose credit an enrollment uses (CRD-032): a manager's or the portal's of the course, or the seat bought with an order. */
export type Payer =
  | { kind: 'manager'; course_id: number; user_id: number }
  | { kind: 'portal'; course_id: number }
  | { kind: 'order'; course_id: number; order_id: number }

/** What a payer can spend on one course, locked until the transaction ends. */
export type Purse = {
  payer: Payer
  /** In the order in which they are spent. */
  accounts: Account[]
  /** How many credits are left to spend. */
  remaining: number
  used: Account
  reserved: Account
}

/** What a payer without enough credits reads: ERR-062 for the portal's, ERR-061 for own credits (CRD-021). */
export const notEnough = (payer: Pick<Holder | Payer, 'kind'>): AppError =>
  fail(payer.kind === 'portal' ? 'portal_credits_not_enough' : 'own_credits_not_enough')

const sinksOf = (courseId: number) => [sink('used', courseId), sink('reserved', courseId)] as const

/** What single seats bought with an order still hold unused: what went into their account with the order, less what went out. */
export const unusedOfOrder = async (
  tx: Tx,
  ctx: CreditContext,
  orderId: number,
  account: Pick<Account, 'id'>,
): Promise<number> => {
  const rows = await tx
    .selectFrom('credit_movements')
    .select(['amount', 'credit_account_id'])
    .where('portal_id', '=', ctx.portal.id)
    .where('order_id', '=', orderId)
    .where((eb) => eb.or([eb('credit_account_id', '=', account.id), eb('debit_account_id', '=', account.id)]))
    .execute()
  return rows.reduce((sum, row) => sum + (row.credit_account_id === account.id ? row.amount : -row.amount), 0)
}

/** Opens the seat of an order in a course; the first time it is bought here, with one purchased movement. */
const openSeat = async (tx: Tx, ctx: CreditContext, payer: Extract<Payer, { kind: 'order' }>): Promise<Purse> => {
  const { order_id: orderId, course_id: courseId } = payer
  const seats = sink('order', courseId)
  // `removed` is there from the start, so that ending several seats at once (a refund) has no account to make.
  const [used, reserved, holder, issued] = await lockAccounts(tx, ctx.portal.id, [
    ...sinksOf(courseId),
    seats,
    sink('issued', courseId),
    sink('removed', courseId),
  ])
  const key = `purchase:${orderId}:${keyOf(seats)}`
  if ((await findByKey(tx, ctx, key)) === null)
    await append(tx, ctx, {
      purpose: 'purchase',
      amount: 1,
      debit: issued,
      credit: holder,
      holder,
      target: TARGET.course,
      order_id: orderId,
      key,
    })
  return { payer, accounts: [holder], remaining: await unusedOfOrder(tx, ctx, orderId, holder), used, reserved }
}

/** Buys the seat of an open purse again that a refund has taken back and that has failed since. */
export const buySeatAgain = async (tx: Tx, ctx: CreditContext, purse: Purse, failedRefundId: number): Promise<void> => {
  const [holder] = purse.accounts
  if (purse.payer.kind !== 'order' || !holder) throw new Error('Only the seat of an order is bought again')
  const { order_id, course_id } = purse.payer
  const [issued] = await lockAccounts(tx, ctx.portal.id, [sink('issued', course_id)])
  await append(tx, ctx, {
    purpose: 'purchase',
    amount: 1,
    debit: issued,
    credit: holder,
    holder,
    target: TARGET.course,
    order_id,
    key: `purchase:${order_id}:${keyOf(sink('order', course_id))}:refund-${failedRefundId}`,
  })
  purse.remaining += 1
}

/**
 * Locks what the payer can spend on the course: a manager's own credits; the portal's of the course and then its general
 * ones; the one seat of an order.
 */
export const openPurse = async (tx: Tx, ctx: CreditContext, payer: Payer): Promise<Purse> => {
  if (payer.kind === 'order') return openSeat(tx, ctx, payer)
  const sinks = sinksOf(payer.course_id)
  if (payer.kind === 'manager') {
    const [used, reserved, own] = await lockAccounts(tx, ctx.portal.id, [...sinks, accountOf(payer)])
    return { payer, accounts: [own], remaining: own.balance, used, reserved }
  }
  const [used, reserved, ofCourse, general] = await lockAccounts(tx, ctx.portal.id, [
    ...sinks,
    accountOf(payer),
    accountOf({ kind: 'portal', course_id: null }),
  ])
  return { payer, accounts: [ofCourse, general], remaining: ofCourse.balance + general.balance, used, reserved }
}

/** The account that the next credit comes from; throws `notEnough` for an empty purse. */
export const takeOne = (purse: Purse): Account => {
  const drawn = draw(
    purse.accounts.map(({ balance }) => balance),
    1,
  )
  if (!drawn || purse.remaining < 1) throw notEnough(purse.payer)
  purse.remaining -= 1
  return purse.accounts[drawn.indexOf(1)] as Account
}
