import type { ExpressionBuilder } from 'kysely'
import { lockTakeable, takeCredits } from '#features/credits/server/api.ts'
import { lockEnrollments, takeAway, withProgress } from '#features/enrollments/server/api.ts'
import { closeOpenInvitations } from '#features/invitations/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/db-types.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import type { Returned } from '../rules/returned.ts'

type Person = { id: number; email: string | null }

/** Learner enrollments that credits alone pay for and that still run; what somebody bought stays theirs. */
export const seatsOf = (tx: Tx, { portal, now }: Pick<SignedIn, 'portal' | 'now'>, userIds: readonly number[]) => {
  const grants = (comparison: '=' | '<>') => (eb: ExpressionBuilder<DB & { e: DB['enrollments'] }, 'e'>) =>
    eb.exists(
      eb
        .selectFrom('enrollment_grants as g')
        .select('g.id')
        .whereRef('g.portal_id', '=', 'e.portal_id')
        .whereRef('g.enrollment_id', '=', 'e.id')
        .where('g.kind', comparison, 'credit'),
    )
  return tx
    .selectFrom('enrollments as e')
    .select('e.id')
    .where('e.portal_id', '=', portal.id)
    .where('e.user_id', 'in', [...userIds])
    .where('e.role', '=', 'learner')
    .where('e.ended_at', 'is', null)
    .where('e.access', '<>', 'expired')
    .where('e.expires_at', '>', now)
    .where(grants('='))
    .where((eb) => eb.not(grants('<>')(eb)))
    .execute()
}

/** The seats of somebody who leaves that they have not begun, locked. */
const unusedSeats = async (tx: Tx, ctx: SignedIn, userId: number) => {
  const rows = await seatsOf(tx, ctx, [userId])
  if (rows.length === 0) return []
  const locked = await lockEnrollments(
    tx,
    ctx,
    rows.map(({ id }) => id),
  )
  const begun = await withProgress(
    tx,
    ctx.portal.id,
    locked.map(({ id }) => id),
  )
  return locked.filter(({ id, ended_at: endedAt }) => endedAt === null && !begun.has(id))
}

/** From whom a manager has credits of courses, by rising course id, which is the order of their locks. */
const handedTo = (tx: Tx, portalId: number, userId: number) =>
  tx
    .selectFrom('credit_handouts as h')
    .innerJoin('credit_accounts as own', (join) =>
      join.onRef('own.portal_id', '=', 'h.portal_id').onRef('own.id', '=', 'h.to_account_id'),
    )
    .innerJoin('credit_accounts as giver', (join) =>
      join.onRef('giver.portal_id', '=', 'h.portal_id').onRef('giver.id', '=', 'h.from_account_id'),
    )
    .select(['own.course_id', 'giver.kind', 'giver.user_id'])
    .where('h.portal_id', '=', portalId)
    .where('own.kind', '=', 'manager')
    .where('own.user_id', '=', userId)
    .where('own.balance', '>', 0)
    .where('h.amount', '>', 0)
    .orderBy('own.course_id')
    .orderBy('giver.id')
    .execute()

/** Gives the credits that somebody was given and has not used back to those who gave them (CRD-020). */
const returnCredits = async (tx: Tx, ctx: SignedIn, userId: number): Promise<number> => {
  let returned = 0
  for (const { course_id: courseId, kind, user_id: giver } of await handedTo(tx, ctx.portal.id, userId)) {
    if (courseId === null) continue
    const by =
      kind === 'manager' && giver !== null
        ? ({ kind: 'manager', course_id: courseId, user_id: giver } as const)
        : ({ kind: 'portal', course_id: courseId } as const)
    const { takeable } = await lockTakeable(tx, ctx, { by, user_id: userId })
    if (takeable > 0) await takeCredits(tx, ctx, { by, user_id: userId, amount: takeable })
    returned += takeable
  }
  return returned
}

/** Ends every way in that was opened before: tokens, mailed links, sign-ins that wait, and people who act as the person. */
const closeWays = async (tx: Tx, ctx: SignedIn, { id, email }: Person): Promise<void> => {
  const portalId = ctx.portal.id
  await tx.deleteFrom('api_tokens').where('portal_id', '=', portalId).where('user_id', '=', id).execute()
  await tx.deleteFrom('pending_sign_ins').where('portal_id', '=', portalId).where('user_id', '=', id).execute()
  await tx
    .updateTable('link_tokens')
    .set({ used_at: ctx.now })
    .where('portal_id', '=', portalId)
    .where((eb) => eb.or([eb('user_id', '=', id), ...(email === null ? [] : [eb('email', '=', email)])]))
    .where('used_at', 'is', null)
    .execute()
  await tx
    .updateTable('sign_on_ways_back')
    .set({ used_at: ctx.now })
    .where('portal_id', '=', portalId)
    .where('user_id', '=', id)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .updateTable('sessions')
    .set({ ended_at: ctx.now, end_reason: 'left' })
    .where('portal_id', '=', portalId)
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .updateTable('portal_users')
    .set((eb) => ({ access_epoch: eb('access_epoch', '+', 1) }))
    .where('portal_id', '=', portalId)
    .where('user_id', '=', id)
    .execute()
  await forgetViewer(tx, id)
}

/**
 * What somebody loses who leaves, beside the right to sign in: every way in that was open, and what they hold and have not
 * used, which goes back to where it came from. Their enrollments that were begun, results and certificates stay (PRV-009,
 * PRV-017). It is the same whether a provider, a system of the customer or an admin ends it. Twice the same does nothing
 * more. Coming back opens the door again and gives nothing of this back (PRV-018).
 */
export const leave = async (tx: Tx, ctx: SignedIn, person: Person): Promise<Returned> => {
  await closeWays(tx, ctx, person)
  const invitations = await closeOpenInvitations(tx, ctx, person)
  const seats = await unusedSeats(tx, ctx, person.id)
  if (seats.length > 0) await takeAway(tx, ctx, seats, 'left the portal')
  const credits = await returnCredits(tx, ctx, person.id)
  return { seats: seats.length, credits, invitations }
}
