import { type AppError, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db.ts'
import { draw, TARGET } from '../../rules/movements.ts'
import { type Account, accountOf, type CreditContext, type Holder, lockAccounts, sink } from '../accounts.ts'
import { append } from '../ledger.ts'

/** Who can pay for an enrolment: a manager, or the portal for one of its courses. */
export type Payer = { kind: 'manager'; course_id: number; user_id: number } | { kind: 'portal'; course_id: number }

/** A payer's credits for one course, locked until the transaction ends. */
export type Purse = { payer: Payer; accounts: Account[]; used: Account; reserved: Account }

/** What a payer without enough credits reads: ERR-061 for own credits, ERR-062 for the portal's (CRD-021). */
export const notEnough = (holder: Pick<Holder, 'kind'>): AppError =>
  fail(holder.kind === 'portal' ? 'portal_credits_not_enough' : 'own_credits_not_enough')

/** Locks what the payer can spend on the course: a manager's own credits, the portal's of the course and then its general ones. */
export const openPurse = async (tx: Tx, ctx: CreditContext, payer: Payer): Promise<Purse> => {
  const sinks = [sink('used', payer.course_id), sink('reserved', payer.course_id)] as const
  if (payer.kind === 'manager') {
    const [used, reserved, own] = await lockAccounts(tx, ctx.portal.id, [...sinks, accountOf(payer)])
    return { payer, accounts: [own], used, reserved }
  }
  const [used, reserved, ofCourse, general] = await lockAccounts(tx, ctx.portal.id, [
    ...sinks,
    accountOf(payer),
    accountOf({ kind: 'portal', course_id: null }),
  ])
  return { payer, accounts: [ofCourse, general], used, reserved }
}

/** How many credits the purse still holds. */
export const remainingIn = (purse: Purse): number => purse.accounts.reduce((sum, { balance }) => sum + balance, 0)

/** Takes one credit out of a purse for an enrolment and answers the movement; throws `notEnough` when it is empty. */
export const spendFrom = async (
  tx: Tx,
  ctx: CreditContext,
  purse: Purse,
  given: { enrollment_id: number; learner_id: number },
): Promise<number> => {
  const holder = takeOne(purse)
  return append(tx, ctx, {
    purpose: 'use',
    amount: 1,
    debit: holder,
    credit: purse.used,
    holder,
    target: TARGET.course,
    user_id: holder.user_id,
    ...given,
  })
}

/**
 * Uses one credit for an enrolment and answers the movement. Throws `own_credits_not_enough` for a manager and
 * `portal_credits_not_enough` for the portal, which uses its credits of that course first, then its general ones (CRD-023).
 */
export const spendCredit = async (
  tx: Tx,
  ctx: CreditContext,
  { holder, ...given }: { holder: Payer; enrollment_id: number; learner_id: number },
): Promise<number> => spendFrom(tx, ctx, await openPurse(tx, ctx, holder), given)

/** Sets one credit aside for an open invitation: distributed, not used (MGR-007); answers the movement. */
export const reserveCredit = async (
  tx: Tx,
  ctx: CreditContext,
  { holder: payer }: { holder: Payer },
): Promise<number> => {
  const purse = await openPurse(tx, ctx, payer)
  const holder = takeOne(purse)
  return append(tx, ctx, {
    purpose: 'reserve',
    amount: 1,
    debit: holder,
    credit: purse.reserved,
    holder,
    target: TARGET.course,
    user_id: holder.user_id,
  })
}

const takeOne = (purse: Purse): Account => {
  const drawn = draw(
    purse.accounts.map(({ balance }) => balance),
    1,
  )
  if (!drawn) throw notEnough(purse.payer)
  return purse.accounts[drawn.indexOf(1)]!
}
