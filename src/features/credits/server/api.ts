import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db.ts'

/**
 * Who holds credits: a manager those of one course, the portal those of one course or general ones (`course_id` null),
 * a partner company those it bought.
 */
export type Holder =
  | { kind: 'manager'; course_id: number; user_id: number }
  | { kind: 'portal'; course_id: number | null }
  | { kind: 'partner'; company_id: number }

/** What the ledger needs to know of a call; a job passes `viewer: null`. */
export type CreditContext = Pick<Context, 'portal' | 'viewer' | 'now'>

/** What a holder has: total = remaining + distributed, used at most distributed (CRD-007, CRD-031). */
export type CreditNumbers = { total: number; remaining: number; distributed: number; used: number }

const pending = (): never => {
  throw new Error('The credit ledger is being written')
}

/**
 * Uses one credit for an enrolment and answers the movement. Throws `own_credits_not_enough` for a manager and
 * `portal_credits_not_enough` for the portal, which uses its credits of that course first, then its general ones.
 */
export const spendCredit = async (
  _tx: Tx,
  _ctx: CreditContext,
  _given: { holder: Holder; course_id: number; enrollment_id: number; learner_id: number },
): Promise<number> => pending()

/** Gives the credit of a use back to the holder it came from; a second return of the same use does nothing. */
export const returnCredit = async (_tx: Tx, _ctx: CreditContext, _given: { movement_id: number }): Promise<void> =>
  pending()

/** Adds bought credits; the same order, holder and course only once. Buying several holders goes by rising course id. */
export const buyCredits = async (
  _tx: Tx,
  _ctx: CreditContext,
  _given: { holder: Holder; amount: number; order_id: number },
): Promise<number> => pending()

/** The credit of an enrolment by purchase: one purchased movement and one use (CRD-032); answers the movement of the use. */
export const spendBoughtCredit = async (
  _tx: Tx,
  _ctx: CreditContext,
  _given: { order_id: number; course_id: number; enrollment_id: number; learner_id: number },
): Promise<number> => pending()

/** Adds a plan's annual credits to what the portal has left (CRD-013); the same key only once. */
export const grantPlanCredits = async (
  _tx: Tx,
  _ctx: CreditContext,
  _given: { amount: number; key: string },
): Promise<number> => pending()

/** Takes back what is unused of an order's credits, at most `at_most` (ORD-045). `course_id` null are general credits. */
export const removeUnusedCredits = async (
  _tx: Tx,
  _ctx: CreditContext,
  _given: { order_id: number; at_most?: number },
): Promise<{ removed: number; per_course: { course_id: number | null; removed: number }[] }> => pending()

/** Sets one credit aside for an open invitation: distributed, not used (MGR-007); answers the movement. */
export const reserveCredit = async (
  _tx: Tx,
  _ctx: CreditContext,
  _given: { holder: Holder; course_id: number },
): Promise<number> => pending()

/** Gives a reserved credit back; a reservation that is already used or given back stays as it is. */
export const releaseCredit = async (_tx: Tx, _ctx: CreditContext, _given: { movement_id: number }): Promise<void> =>
  pending()

/** Turns a reserved credit into the use of an enrolment and answers the movement of the use. */
export const useReservedCredit = async (
  _tx: Tx,
  _ctx: CreditContext,
  _given: { movement_id: number; enrollment_id: number; learner_id: number },
): Promise<number> => pending()

/** Remaining credits for each course: of the signed-in manager, for every other role of the portal (CRD-006). */
export const availableCredits = async (
  _tx: Tx,
  _ctx: CreditContext,
  _courseIds: readonly number[],
): Promise<Map<number, number>> => pending()

/** All credits of the portal together, general ones and those of its courses (CRD-003). */
export const portalCredits = async (_tx: Tx, _portalId: number): Promise<CreditNumbers> => pending()

/** `credits` (remaining) and `used` of partner companies (CRD-005). */
export const partnerCredits = async (
  _tx: Tx,
  _portalId: number,
  _companyIds: readonly number[],
): Promise<Map<number, { credits: number; used: number }>> => pending()
