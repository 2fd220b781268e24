import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { TARGET, type Target } from '../../rules/movements.ts'
import { type Account, accountOf, type CreditContext, type Holder, keyOf, lockAccounts, sink } from '../accounts.ts'
import { append, findByKey } from '../ledger.ts'
import { tellCredits } from '../live.ts'

const targetOf = (account: Account): Target => {
  if (account.kind === 'partner') return TARGET.partner_page
  return account.course_id === null ? TARGET.portal : TARGET.course
}

/**
 * Adds bought credits; the same order, holder and course only once, and once more for each refund that failed after
 * credits had been taken for it. Several courses go by rising course id.
 */
export const buyCredits = async (
  tx: Tx,
  ctx: CreditContext,
  purchase: { holder: Holder; amount: number; order_id: number; failed_refund_id?: number },
): Promise<number> => {
  const target = accountOf(purchase.holder)
  const [issued, holder] = await lockAccounts(tx, ctx.portal.id, [sink('issued', target.course_id), target])
  const again = purchase.failed_refund_id === undefined ? '' : `:refund-${purchase.failed_refund_id}`
  const key = `purchase:${purchase.order_id}:${keyOf(target)}${again}`
  const known = await findByKey(tx, ctx, key)
  if (known !== null) return known
  const id = await append(tx, ctx, {
    purpose: 'purchase',
    amount: purchase.amount,
    debit: issued,
    credit: holder,
    holder,
    target: targetOf(holder),
    user_id: holder.user_id,
    order_id: purchase.order_id,
    key,
  })
  if (holder.course_id !== null) await tellCredits(tx, ctx, { id, course_id: holder.course_id })
  return id
}

type PlanCredits = {
  amount: number
  key: string
  /** The partner company whose plan it is; the portal's without it. */
  company_id?: number | null
  /** The order that started the term; its refund takes the unused credits back. */
  order_id?: number | null
}

/** Adds a plan's annual credits to what the portal or the partner company has left (CRD-013); the same key only once. */
export const grantPlanCredits = async (tx: Tx, ctx: CreditContext, grant: PlanCredits): Promise<number> => {
  const company = grant.company_id ?? null
  const target = accountOf(
    company === null ? { kind: 'portal', course_id: null } : { kind: 'partner', company_id: company },
  )
  const [issued, holder] = await lockAccounts(tx, ctx.portal.id, [sink('issued', null), target])
  const key = `plan:${grant.key}`
  const known = await findByKey(tx, ctx, key)
  if (known !== null) return known
  return append(tx, ctx, {
    purpose: 'plan',
    amount: grant.amount,
    debit: issued,
    credit: holder,
    holder,
    target: TARGET.subscription,
    key,
    ...(grant.order_id && { order_id: grant.order_id }),
  })
}

/**
 * Adds the credits of a plan again that refunds of its order have taken back, after one of them has failed: whatever of them
 * has left the ledger and is not there again yet.
 */
export const grantPlanCreditsAgain = async (
  tx: Tx,
  ctx: CreditContext,
  { order_id, failed_refund_id }: { order_id: number; failed_refund_id: number },
): Promise<void> => {
  const row = await tx
    .selectFrom('credit_movements as m')
    .innerJoin('credit_accounts as a', (join) =>
      join.onRef('a.portal_id', '=', 'm.portal_id').onRef('a.id', '=', 'm.holder_account_id'),
    )
    .select([
      'a.company_id',
      sql<number>`sum(case
        when m.purpose = 'remove' then m.amount when m.idempotency_key like '%:refund-%' then -m.amount else 0
      end)::int`.as('taken'),
    ])
    .where('m.portal_id', '=', ctx.portal.id)
    .where('m.order_id', '=', order_id)
    .where('m.purpose', 'in', ['plan', 'remove'])
    .groupBy('a.company_id')
    .having((eb) => eb.fn.count('m.id').filterWhere('m.purpose', '=', 'plan'), '>', 0)
    .executeTakeFirst()
  if (!row || row.taken < 1) return
  const key = `order-${order_id}:refund-${failed_refund_id}`
  await grantPlanCredits(tx, ctx, { amount: row.taken, key, company_id: row.company_id, order_id })
}
