import { sql } from 'kysely'
import { lookerOf } from '#features/accounts/server/api.ts'
import { isOwn } from '#features/compliance/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { todayOf } from './own.ts'

/** SQL: whether the viewer may decide about documents of `m`, as far as `ctx.scope` goes. */
export const withinReach = (ctx: SignedIn) =>
  ctx.scope === 'own' ? isOwn({ looker: lookerOf(ctx), today: todayOf(ctx) }) : sql<boolean>`true`

export const isWithinReach = async (tx: Tx, ctx: SignedIn, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from portal_users m
    where m.portal_id = ${ctx.portal.id} and m.user_id = ${userId} and ${withinReach(ctx)}`.execute(tx)
  return rows.length > 0
}
