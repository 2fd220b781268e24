import { sql } from 'kysely'
import { actorIdOf } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { PURPOSES, type Purpose, type Target } from '../rules/movements.ts'
import type { Account, CreditContext } from './accounts.ts'

export type Entry = {
  purpose: Purpose
  amount: number
  /** The account that loses and the one that gets the credits; both locked before. */
  debit: Account
  credit: Account
  /** In whose books the line stands and whose counters change. */
  holder: Account
  target: Target
  /** The manager whose credits these are, or who gets or gives them back. */
  user_id?: number | null
  learner_id?: number | null
  enrollment_id?: number | null
  order_id?: number | null
  /** The use that is returned, or the reservation that is released or redeemed. */
  settles_id?: number | null
  /** The same key is written once; look it up with `findByKey` under the lock of the accounts. */
  key?: string | null
}

/**
 * Writes one movement and, in the same statement, the balances and counters it changes; answers its id. The accounts
 * must have been locked in this transaction. A balance below zero is refused by the table itself.
 */
export const append = async (tx: Tx, ctx: CreditContext, entry: Entry): Promise<number> => {
  const { debit, credit, holder, amount, purpose } = entry
  const meaning = PURPOSES[purpose]
  const { rows } = await sql<{ id: number }>`
    with moved as (
      update credit_accounts set
        balance = balance + case id when ${credit.id}::bigint then ${amount}::bigint when ${debit.id}::bigint then -${amount}::bigint else 0 end,
        distributed = distributed + case id when ${holder.id}::bigint then ${amount * meaning.distributed}::bigint else 0 end,
        used = used + case id when ${holder.id}::bigint then ${amount * meaning.used}::bigint else 0 end
      where portal_id = ${ctx.portal.id}::bigint and id in (${debit.id}::bigint, ${credit.id}::bigint, ${holder.id}::bigint)
      returning id, balance
    )
    insert into credit_movements (
      portal_id, purpose, kind, direction, target, amount, debit_account_id, credit_account_id, holder_account_id,
      debit_balance, credit_balance, balance_after, course_id, user_id, learner_id, actor_id, enrollment_id, order_id,
      settles_id, idempotency_key, created_at
    ) values (
      ${ctx.portal.id}::bigint, ${purpose}, ${meaning.kind}::smallint, ${meaning.direction}::smallint, ${entry.target}::smallint,
      ${amount}::int, ${debit.id}::bigint, ${credit.id}::bigint, ${holder.id}::bigint,
      (select balance from moved where id = ${debit.id}::bigint),
      (select balance from moved where id = ${credit.id}::bigint),
      (select balance from moved where id = ${holder.id}::bigint),
      ${holder.course_id ?? credit.course_id ?? debit.course_id}::bigint, ${entry.user_id ?? null}::bigint,
      ${entry.learner_id ?? null}::bigint, ${actorIdOf(ctx)}::bigint, ${entry.enrollment_id ?? null}::bigint,
      ${entry.order_id ?? null}::bigint, ${entry.settles_id ?? null}::bigint, ${entry.key ?? null}, ${ctx.now}::timestamptz
    ) returning id`.execute(tx)
  debit.balance -= amount
  credit.balance += amount
  holder.distributed += amount * meaning.distributed
  holder.used += amount * meaning.used
  return rows[0]!.id
}

/** The movement already written under this key, or null. */
export const findByKey = async (tx: Tx, ctx: CreditContext, key: string): Promise<number | null> => {
  const row = await tx
    .selectFrom('credit_movements')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row?.id ?? null
}

/** How many credits the first account has handed to the second and not taken back. */
export const loadHandout = async (tx: Tx, ctx: CreditContext, from: Account, to: Account): Promise<number> => {
  const row = await tx
    .selectFrom('credit_handouts')
    .select('amount')
    .where('portal_id', '=', ctx.portal.id)
    .where('from_account_id', '=', from.id)
    .where('to_account_id', '=', to.id)
    .executeTakeFirst()
  return row?.amount ?? 0
}

/** Notes credits handed on, or taken back with a negative amount. */
export const addHandout = async (
  tx: Tx,
  ctx: CreditContext,
  from: Account,
  to: Account,
  amount: number,
): Promise<void> => {
  const pair = { portal_id: ctx.portal.id, from_account_id: from.id, to_account_id: to.id }
  if (amount > 0) {
    await tx
      .insertInto('credit_handouts')
      .values({ ...pair, amount })
      .onConflict((conflict) =>
        conflict.columns(['portal_id', 'from_account_id', 'to_account_id']).doUpdateSet({
          amount: sql`credit_handouts.amount + excluded.amount`,
        }),
      )
      .execute()
    return
  }
  await tx
    .updateTable('credit_handouts')
    .set((eb) => ({ amount: eb('amount', '+', amount) }))
    .where('portal_id', '=', pair.portal_id)
    .where('from_account_id', '=', pair.from_account_id)
    .where('to_account_id', '=', pair.to_account_id)
    .execute()
}
