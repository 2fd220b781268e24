import { requireSubscription } from '#kernel/access/subscribed.ts'
import type { Tx } from '#platform/db/db.ts'
import { TARGET } from '../../rules/movements.ts'
import type { CreditContext } from '../accounts.ts'
import { append } from '../ledger.ts'
import { buySeatAgain, openPurse, type Payer, type Purse, takeOne } from '../purse.ts'

type Use = { enrollment_id: number; learner_id: number }

/** Takes one credit out of a purse for an enrollment and answers the movement; throws `notEnough` when it is empty. */
export const spendFrom = async (tx: Tx, ctx: CreditContext, purse: Purse, use: Use): Promise<number> => {
  const holder = takeOne(purse)
  return append(tx, ctx, {
    purpose: 'use',
    amount: 1,
    debit: holder,
    credit: purse.used,
    holder,
    target: TARGET.course,
    user_id: holder.user_id,
    order_id: purse.payer.kind === 'order' ? purse.payer.order_id : null,
    ...use,
  })
}

/**
 * Uses one credit for an enrollment and answers the movement. Throws `own_credits_not_enough` for a manager and
 * `portal_credits_not_enough` for the portal, which uses its credits of that course first, then its general ones (CRD-023).
 */
export const spendCredit = async (
  tx: Tx,
  ctx: CreditContext,
  { holder, ...use }: Use & { holder: Payer },
): Promise<number> => spendFrom(tx, ctx, await openPurse(tx, ctx, holder), use)

/**
 * The credit of an enrollment by purchase: one purchased movement for each order and course, and one use (CRD-032).
 * Answers the movement of the use; throws `own_credits_not_enough` when the order's seat is used.
 */
export const spendBoughtCredit = (
  tx: Tx,
  ctx: CreditContext,
  { order_id, course_id, ...use }: Use & { order_id: number; course_id: number },
): Promise<number> => spendCredit(tx, ctx, { holder: { kind: 'order', order_id, course_id }, ...use })

/**
 * Takes back that an enrollment has given the seat of its order back, after the refund that had ended it has failed: a seat
 * that has left the ledger is bought again, once for each such refund. Answers the movement.
 */
export const restoreSeat = async (
  tx: Tx,
  ctx: CreditContext,
  seat: Use & { order_id: number; course_id: number; failed_refund_id: number },
): Promise<number> => {
  const { order_id, course_id, failed_refund_id, ...use } = seat
  const purse = await openPurse(tx, ctx, { kind: 'order', order_id, course_id })
  if (purse.remaining < 1) await buySeatAgain(tx, ctx, purse, failed_refund_id)
  const returned = await tx
    .selectFrom('credit_movements')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('portal_id', '=', ctx.portal.id)
    .where('enrollment_id', '=', use.enrollment_id)
    .where('purpose', '=', 'return')
    .executeTakeFirstOrThrow()
  const holder = takeOne(purse)
  return append(tx, ctx, {
    purpose: 'restore',
    amount: 1,
    debit: holder,
    credit: purse.used,
    holder,
    target: TARGET.course,
    order_id,
    settles_id: returned.id,
    ...use,
  })
}

/**
 * Sets one credit of a purse aside for an open invitation: distributed, not used (MGR-007); answers the movement. Throws
 * `notEnough` when the purse is empty.
 */
export const reserveFrom = async (tx: Tx, ctx: CreditContext, purse: Purse): Promise<number> => {
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

/** As `reserveFrom`, for one credit of this payer; throws `plan_not_enough` in a portal where nothing new begins (ORD-047). */
export const reserveCredit = async (
  tx: Tx,
  ctx: CreditContext,
  { holder: payer }: { holder: Payer },
): Promise<number> => {
  requireSubscription(ctx)
  return reserveFrom(tx, ctx, await openPurse(tx, ctx, payer))
}
