import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { type CreditNumbers, numbersOf, takeable } from '../rules/movements.ts'
import { accountOf, type CreditContext, type Holder, keyOf } from './accounts.ts'

/** All credits of the portal together, general ones and those of its courses (CRD-003). */
export const portalCredits = async (tx: Tx, portalId: number): Promise<CreditNumbers> => {
  const accounts = await tx
    .selectFrom('credit_accounts')
    .select(['balance', 'distributed', 'used'])
    .where('portal_id', '=', portalId)
    .where('kind', '=', 'portal')
    .execute()
  return numbersOf(accounts)
}

/** What the holder has. */
export const loadCredits = async (tx: Tx, portalId: number, holder: Holder): Promise<CreditNumbers> => {
  const account = await tx
    .selectFrom('credit_accounts')
    .select(['balance', 'distributed', 'used'])
    .where('portal_id', '=', portalId)
    .where('key', '=', keyOf(accountOf(holder)))
    .executeTakeFirst()
  return numbersOf(account ? [account] : [])
}

/** What the portal has of one course, without its general credits. */
export const courseCredits = (tx: Tx, portalId: number, courseId: number): Promise<CreditNumbers> =>
  loadCredits(tx, portalId, { kind: 'portal', course_id: courseId })

export type ManagerCredits = CreditNumbers & { course_id: number; user_id: number }

/** What managers have, one row for each manager and course, in a course or of one manager. */
export const managerCredits = async (
  tx: Tx,
  portalId: number,
  of: { course_ids?: readonly number[]; user_id?: number },
): Promise<ManagerCredits[]> => {
  let query = tx
    .selectFrom('credit_accounts')
    .select(['course_id', 'user_id', 'balance', 'distributed', 'used'])
    .where('portal_id', '=', portalId)
    .where('kind', '=', 'manager')
  if (of.course_ids) query = query.where(sql<boolean>`course_id = any(${[...of.course_ids]}::bigint[])`)
  if (of.user_id !== undefined) query = query.where('user_id', '=', of.user_id)
  const rows = await query.orderBy('course_id').orderBy('user_id').execute()
  return rows.map((row) => ({
    course_id: row.course_id as number,
    user_id: row.user_id as number,
    ...numbersOf([row]),
  }))
}

/** Remaining credits for each course: of the signed-in manager, for every other role of the portal, general ones included (CRD-006). */
export const availableCredits = async (
  tx: Tx,
  ctx: CreditContext,
  courseIds: readonly number[],
): Promise<Map<number, number>> => {
  const viewer = ctx.viewer?.current_role === 'manager' ? ctx.viewer.user_id : null
  const holderOf = (courseId: number): Holder =>
    viewer === null
      ? { kind: 'portal', course_id: courseId }
      : { kind: 'manager', course_id: courseId, user_id: viewer }
  const general = keyOf(accountOf({ kind: 'portal', course_id: null }))
  const keys = [...courseIds.map((id) => keyOf(accountOf(holderOf(id)))), ...(viewer === null ? [general] : [])]
  const rows = await tx
    .selectFrom('credit_accounts')
    .select(['course_id', 'balance'])
    .where('portal_id', '=', ctx.portal.id)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()
  const balances = new Map(rows.map((row) => [row.course_id, row.balance]))
  return new Map(courseIds.map((id) => [id, (balances.get(id) ?? 0) + (balances.get(null) ?? 0)]))
}

/** `credits` (remaining) and `used` of partner companies (CRD-005). */
export const partnerCredits = async (
  tx: Tx,
  portalId: number,
  companyIds: readonly number[],
): Promise<Map<number, { credits: number; used: number }>> => {
  const keys = companyIds.map((id) => keyOf(accountOf({ kind: 'partner', company_id: id })))
  const rows = await tx
    .selectFrom('credit_accounts')
    .select(['company_id', 'balance', 'used'])
    .where('portal_id', '=', portalId)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()
  const known = new Map(rows.map((row) => [row.company_id, { credits: row.balance, used: row.used }]))
  return new Map(companyIds.map((id) => [id, known.get(id) ?? { credits: 0, used: 0 }]))
}

export type HandedOut = { user_id: number; handed_out: number; takeable: number }

/** The credits of a course that a holder has handed out to managers, and how many of each can be taken back (CRD-020). */
export const loadHandedOut = async (tx: Tx, portalId: number, holder: Holder): Promise<HandedOut[]> => {
  const rows = await tx
    .selectFrom('credit_handouts as h')
    .innerJoin('credit_accounts as giver', (join) =>
      join.onRef('giver.portal_id', '=', 'h.portal_id').onRef('giver.id', '=', 'h.from_account_id'),
    )
    .innerJoin('credit_accounts as receiver', (join) =>
      join.onRef('receiver.portal_id', '=', 'h.portal_id').onRef('receiver.id', '=', 'h.to_account_id'),
    )
    .select(['receiver.user_id', 'receiver.balance', 'h.amount'])
    .where('h.portal_id', '=', portalId)
    .where('giver.key', '=', keyOf(accountOf(holder)))
    .where('receiver.kind', '=', 'manager')
    .where('h.amount', '>', 0)
    .orderBy('receiver.user_id')
    .execute()
  return rows.map((row) => ({
    user_id: row.user_id as number,
    handed_out: row.amount,
    takeable: takeable(row.amount, row.balance),
  }))
}
