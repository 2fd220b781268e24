import { sql } from 'kysely'
import { withProgress } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { OPEN_INVITATIONS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Returned } from '../rules/returned.ts'
import { seatsOf } from './leave.ts'

/**
 * Credits of managers that go back: those handed to them and not taken back, as far as they have them, with what their own
 * open invitations reserve and give back first.
 */
const creditsOf = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ credits: number }>`
    select coalesce(sum(least(h.amount, a.balance + i.reserved)), 0)::int as credits
    from credit_accounts a
    join lateral (
      select coalesce(sum(h.amount), 0) as amount from credit_handouts h
      where h.portal_id = a.portal_id and h.to_account_id = a.id and h.amount > 0
    ) h on true
    join lateral (
      select count(*) as reserved from invitations i
      where i.portal_id = a.portal_id and i.course_id = a.course_id and i.manager_id = a.user_id
        and i.payer = 'manager' and i.status = any(${[...OPEN_INVITATIONS]}::smallint[])
    ) i on true
    where a.portal_id = ${portalId} and a.kind = 'manager' and a.user_id = any(${[...ids]}::bigint[])`.execute(tx)
  return Number(rows[0]?.credits ?? 0)
}

/** Open invitations to these people, and those that they sent with credits of their own. */
const invitationsOf = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ invitations: number }>`
    select count(*)::int as invitations from invitations i
    where i.portal_id = ${portalId} and i.status = any(${[...OPEN_INVITATIONS]}::smallint[])
      and ((i.payer = 'manager' and i.manager_id = any(${[...ids]}::bigint[]))
        or i.email in (select p.email from people p where p.portal_id = ${portalId} and p.id = any(${[...ids]}::bigint[])))`.execute(
    tx,
  )
  return Number(rows[0]?.invitations ?? 0)
}

/** What would go back if these people left now, counted without a lock: what they use meanwhile stays used (USR-085). */
export const unusedHoldings = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<Returned> => {
  const [seats, credits, invitations] = await Promise.all([
    seatsOf(tx, ctx, ids),
    creditsOf(tx, ctx.portal.id, ids),
    invitationsOf(tx, ctx.portal.id, ids),
  ])
  const begun = await withProgress(
    tx,
    ctx.portal.id,
    seats.map(({ id }) => id),
  )
  return { seats: seats.filter(({ id }) => !begun.has(id)).length, credits, invitations }
}
