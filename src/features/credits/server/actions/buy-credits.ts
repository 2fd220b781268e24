import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db.ts'
import { TARGET, type Target } from '../../rules/movements.ts'
import { type Account, accountOf, type CreditContext, type Holder, keyOf, lockAccounts, sink } from '../accounts.ts'
import { append, findByKey } from '../ledger.ts'
import { tellCredits } from '../live.ts'

const targetOf = (account: Account): Target => {
  if (account.kind === 'partner') return TARGET.partner_page
  return account.course_id === null ? TARGET.portal : TARGET.course
}

/** Adds bought credits; the same order, holder and course only once. Several courses go by rising course id. */
export const buyCredits = async (
  tx: Tx,
  ctx: CreditContext,
  given: { holder: Holder; amount: number; order_id: number },
): Promise<number> => {
  const target = accountOf(given.holder)
  const [issued, holder] = await lockAccounts(tx, ctx.portal.id, [sink('issued', target.course_id), target])
  const key = `purchase:${given.order_id}:${keyOf(target)}`
  const known = await findByKey(tx, ctx, key)
  if (known !== null) return known
  const id = await append(tx, ctx, {
    purpose: 'purchase',
    amount: given.amount,
    debit: issued,
    credit: holder,
    holder,
    target: targetOf(holder),
    user_id: holder.user_id,
    order_id: given.order_id,
    key,
  })
  if (holder.course_id !== null) await tellCredits(tx, ctx, { id, course_id: holder.course_id })
  return id
}

/** Adds a plan's annual credits to what the portal has left (CRD-013); the same key only once. */
export const grantPlanCredits = async (
  tx: Tx,
  ctx: CreditContext,
  given: { amount: number; key: string },
): Promise<number> => {
  const general = accountOf({ kind: 'portal', course_id: null })
  const [issued, holder] = await lockAccounts(tx, ctx.portal.id, [sink('issued', null), general])
  const key = `plan:${given.key}`
  const known = await findByKey(tx, ctx, key)
  if (known !== null) return known
  return append(tx, ctx, {
    purpose: 'plan',
    amount: given.amount,
    debit: issued,
    credit: holder,
    holder,
    target: TARGET.subscription,
    key,
  })
}

/** What single seats bought with an order still hold unused: purchased, less used, plus returned, less removed. */
export const unusedOfOrder = async (tx: Tx, ctx: CreditContext, orderId: number, account: Account): Promise<number> => {
  const row = await tx
    .selectFrom('credit_movements')
    .select((eb) => [
      eb.fn
        .coalesce(eb.fn.sum<number>('amount').filterWhere('credit_account_id', '=', account.id), eb.lit(0))
        .as('got'),
      eb.fn
        .coalesce(eb.fn.sum<number>('amount').filterWhere('debit_account_id', '=', account.id), eb.lit(0))
        .as('gave'),
    ])
    .where('portal_id', '=', ctx.portal.id)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(row.got) - Number(row.gave)
}

/**
 * The credit of an enrolment by purchase: one purchased movement for each order and course, and one use (CRD-032).
 * Answers the movement of the use; throws `own_credits_not_enough` when the order's credit of the course is used.
 */
export const spendBoughtCredit = async (
  tx: Tx,
  ctx: CreditContext,
  given: { order_id: number; course_id: number; enrollment_id: number; learner_id: number },
): Promise<number> => {
  const { order_id, course_id, enrollment_id, learner_id } = given
  const [issued, holder, used] = await lockAccounts(tx, ctx.portal.id, [
    sink('issued', course_id),
    sink('order', course_id),
    sink('used', course_id),
  ])
  const common = { amount: 1, holder, target: TARGET.course, learner_id, order_id }
  const key = `purchase:${order_id}:${keyOf(sink('order', course_id))}`
  if ((await findByKey(tx, ctx, key)) === null)
    await append(tx, ctx, { ...common, purpose: 'purchase', debit: issued, credit: holder, key })
  else if ((await unusedOfOrder(tx, ctx, order_id, holder)) < 1) throw fail('own_credits_not_enough')
  return append(tx, ctx, { ...common, purpose: 'use', debit: holder, credit: used, enrollment_id })
}
