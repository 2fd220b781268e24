import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Purpose, TARGET } from '../../rules/movements.ts'
import { type Account, type CreditContext, type keyOf, lockAccounts, lockAccountsById, sink } from '../accounts.ts'
import { append } from '../ledger.ts'
import { notEnough, unusedOfOrder } from '../purse.ts'

const USES = ['use', 'redeem', 'restore'] as const satisfies Purpose[]
const RESERVATIONS = ['reserve'] as const satisfies Purpose[]

const loadMovements = async (tx: Tx, ctx: CreditContext, ids: readonly number[], purposes: readonly Purpose[]) => {
  const rows = await tx
    .selectFrom('credit_movements')
    .select([
      'id',
      'amount',
      'credit_account_id',
      'holder_account_id',
      'course_id',
      'user_id',
      'learner_id',
      'enrollment_id',
      'order_id',
    ])
    .where('portal_id', '=', ctx.portal.id)
    .where('id', 'in', [...ids])
    .where('purpose', 'in', purposes)
    .orderBy('id')
    .execute()
  if (rows.length !== new Set(ids).size) throw fail('not_found')
  return rows
}

type Settled = Awaited<ReturnType<typeof loadMovements>>[number]

/** Those that nothing has settled yet; asked under the lock of their accounts. */
const unsettled = async (tx: Tx, ctx: CreditContext, movements: readonly Settled[]): Promise<Settled[]> => {
  const settled = await tx
    .selectFrom('credit_movements')
    .select('settles_id')
    .where('portal_id', '=', ctx.portal.id)
    .where(
      'settles_id',
      'in',
      movements.map(({ id }) => id),
    )
    .execute()
  const done = new Set(settled.map((row) => row.settles_id))
  return movements.filter(({ id }) => !done.has(id))
}

/** A movement that gave a credit of a course back. */
export type ReturnedCredit = { id: number; course_id: number }

const giveBack = async (
  tx: Tx,
  ctx: CreditContext,
  ids: readonly number[],
  of: readonly Purpose[],
  purpose: 'return' | 'release',
): Promise<ReturnedCredit[]> => {
  if (ids.length === 0) return []
  const returned: ReturnedCredit[] = []
  const movements = await loadMovements(tx, ctx, ids, of)
  const touched = movements.flatMap((movement) => [movement.credit_account_id, movement.holder_account_id])
  const accounts = await lockAccountsById(tx, ctx.portal.id, touched)
  for (const movement of await unsettled(tx, ctx, movements)) {
    const holder = accounts.get(movement.holder_account_id) as Account
    const id = await append(tx, ctx, {
      purpose,
      amount: movement.amount,
      debit: accounts.get(movement.credit_account_id) as Account,
      credit: holder,
      holder,
      target: TARGET.course,
      user_id: movement.user_id,
      learner_id: movement.learner_id,
      enrollment_id: movement.enrollment_id,
      order_id: movement.order_id,
      settles_id: movement.id,
    })
    returned.push({ id, course_id: movement.course_id as number })
  }
  return returned
}

/**
 * Gives the credits of these uses back to the holders they came from (CRD-024); a use that was returned before stays as
 * it is. Several are locked at once, so that no two calls block each other. Answers the movements it has written.
 */
export const returnCredits = (tx: Tx, ctx: CreditContext, movementIds: readonly number[]): Promise<ReturnedCredit[]> =>
  giveBack(tx, ctx, movementIds, USES, 'return')

/** Gives the credit of one use back to the holder it came from; a second return of the same use does nothing. */
export const returnCredit = async (tx: Tx, ctx: CreditContext, use: { movement_id: number }): Promise<void> => {
  await returnCredits(tx, ctx, [use.movement_id])
}

/**
 * Gives a reserved credit back (MGR-007) and answers the movement; a reservation that is already used or given back stays as
 * it is, and nothing is answered.
 */
export const releaseCredit = async (
  tx: Tx,
  ctx: CreditContext,
  use: { movement_id: number },
): Promise<ReturnedCredit | undefined> => {
  const [released] = await giveBack(tx, ctx, [use.movement_id], RESERVATIONS, 'release')
  return released
}

/**
 * Turns a reserved credit into the use of an enrollment and answers the movement of the use (MGR-007). Throws `conflict`
 * when the reservation was given back or used before.
 */
export const redeemCredit = async (
  tx: Tx,
  ctx: CreditContext,
  use: { movement_id: number; enrollment_id: number; learner_id: number },
): Promise<number> => {
  const [reservation] = await loadMovements(tx, ctx, [use.movement_id], RESERVATIONS)
  if (!reservation) throw fail('not_found')
  const holderKey = await loadKey(tx, ctx, reservation.holder_account_id)
  const sinks = [sink('reserved', reservation.course_id), sink('used', reservation.course_id)] as const
  const [reserved, used, holder] = await lockAccounts(tx, ctx.portal.id, [...sinks, holderKey])
  const [open] = await unsettled(tx, ctx, [reservation])
  if (!open) throw fail('conflict', { message: 'This reserved credit is no longer open.' })
  return append(tx, ctx, {
    purpose: 'redeem',
    amount: 1,
    debit: reserved,
    credit: used,
    holder,
    target: TARGET.course,
    user_id: holder.user_id,
    learner_id: use.learner_id,
    enrollment_id: use.enrollment_id,
    settles_id: open.id,
  })
}

/** A credit that unenrolling gave back and nobody has restored: the use, the purse it lies in, and how many lie there. */
export type Returned = { use_id: number; purse: string; left: number }

const openReturns = (tx: Tx, ctx: CreditContext, useIds: readonly number[]) =>
  tx
    .selectFrom('credit_movements as m')
    .innerJoin('credit_accounts as a', (join) =>
      join.onRef('a.portal_id', '=', 'm.portal_id').onRef('a.id', '=', 'm.holder_account_id'),
    )
    .select([
      'm.id',
      'm.settles_id as use_id',
      'm.amount',
      'm.debit_account_id',
      'm.holder_account_id',
      'm.user_id',
      'm.learner_id',
      'm.enrollment_id',
      'm.order_id',
      'a.kind',
      'a.balance',
    ])
    .where('m.portal_id', '=', ctx.portal.id)
    .where('m.purpose', '=', 'return')
    .where('m.settles_id', 'in', [...useIds])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('credit_movements as s')
            .select('s.id')
            .whereRef('s.portal_id', '=', 'm.portal_id')
            .whereRef('s.settles_id', '=', 'm.id'),
        ),
      ),
    )
    .orderBy('m.id')
    .execute()

type OpenReturn = Awaited<ReturnType<typeof openReturns>>[number]

/** What lies where a credit went back to; seats are counted order by order. */
const leftAt = async (
  tx: Tx,
  ctx: CreditContext,
  { kind, order_id: orderId }: OpenReturn,
  account: Pick<Account, 'id' | 'balance'>,
): Promise<number> =>
  kind === 'order' && orderId !== null ? unusedOfOrder(tx, ctx, orderId, account) : account.balance

/** Those of these uses that were returned and could be restored, as long as something lies where they went back to. */
export const loadReturned = async (tx: Tx, ctx: CreditContext, useIds: readonly number[]): Promise<Returned[]> => {
  if (useIds.length === 0) return []
  const returned: Returned[] = []
  for (const row of await openReturns(tx, ctx, useIds)) {
    const account = { id: row.holder_account_id, balance: row.balance }
    const purse = row.kind === 'order' ? `order ${row.order_id}` : `account ${account.id}`
    returned.push({ use_id: row.use_id as number, purse, left: await leftAt(tx, ctx, row, account) })
  }
  return returned
}

/**
 * Undoes the returns of these uses: each credit is taken from the holder it went back to and used by the same enrollment
 * again (BLK-011). Uses that were never returned, or are restored already, stay as they are. Throws `notEnough` where nothing
 * is left; answers the new movement of each use.
 */
export const restoreReturned = async (
  tx: Tx,
  ctx: CreditContext,
  useIds: readonly number[],
): Promise<Map<number, ReturnedCredit>> => {
  const restored = new Map<number, ReturnedCredit>()
  if (useIds.length === 0) return restored
  const returns = await openReturns(tx, ctx, useIds)
  const accounts = await lockAccountsById(
    tx,
    ctx.portal.id,
    returns.flatMap((row) => [row.debit_account_id, row.holder_account_id]),
  )
  // Asked again under the lock: somebody else may have restored one meanwhile.
  for (const row of returns.length === 0 ? [] : await openReturns(tx, ctx, useIds)) {
    const holder = accounts.get(row.holder_account_id) as Account
    const used = accounts.get(row.debit_account_id) as Account
    if ((await leftAt(tx, ctx, row, holder)) < row.amount)
      throw notEnough({ kind: holder.kind === 'portal' ? 'portal' : 'manager' })
    const id = await append(tx, ctx, {
      purpose: 'restore',
      amount: row.amount,
      debit: holder,
      credit: used,
      holder,
      target: TARGET.course,
      user_id: row.user_id,
      learner_id: row.learner_id,
      enrollment_id: row.enrollment_id,
      order_id: row.order_id,
      settles_id: row.id,
    })
    restored.set(row.use_id as number, { id, course_id: used.course_id as number })
  }
  return restored
}

type Key = Parameters<typeof keyOf>[0]

const loadKey = async (tx: Tx, ctx: CreditContext, accountId: number): Promise<Key> => {
  const { kind, course_id, user_id, company_id } = await tx
    .selectFrom('credit_accounts')
    .select(['kind', 'course_id', 'user_id', 'company_id'])
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { kind: kind as Key['kind'], course_id, ...(user_id && { user_id }), ...(company_id && { company_id }) }
}
