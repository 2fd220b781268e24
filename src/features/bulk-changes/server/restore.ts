import { loadShownPeople, takeRole } from '#features/accounts/server/api.ts'
import {
  loadWithinReach,
  lockEnrollments,
  reopenUnenrolled,
  setTerm,
  takeAway,
} from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DatesAction, Undo } from '../rules/actions.ts'
import type { Dates, State } from '../rules/plan.ts'
import { decideUndo, type UndoPlan, type Written } from '../rules/undo.ts'
import { movedDates } from './apply.ts'
import { coursesOf, responsesOf } from './courses-shown.ts'
import { type EnrollmentFacts, loadEnrollmentFacts, loadReturnedCredits, type ReturnedCredits } from './facts.ts'
import { planUngrades, restoreGrade } from './grades.ts'
import { type MoveServices, planMovesBack, restoreMove } from './moves.ts'
import { type ChangeRecord, type ChangeRow, rowsToUndo } from './store.ts'

const UNDONE = 'bulk change undone'

type Facts = { enrollment: EnrollmentFacts; returned: ReturnedCredits; now: Date }

const datesAction = ({ action }: Pick<ChangeRecord, 'action'>): DatesAction => {
  if (action === 'remind' || action === 'move' || action === 'grade')
    throw new TypeError(`The undo of ${action} is another one`)
  return action
}

/** What the undo would do for a row; it takes the credits that it needs, so that they are gone for the next row. */
const planUndo = (action: DatesAction, written: Written, { enrollment, returned, now }: Facts): UndoPlan => {
  const decide = (credit: 'none' | 'there' | 'gone') =>
    decideUndo(action, written, { ...enrollment, returned: credit, now })
  const plan = decide(returned.cameBack(enrollment) ? 'there' : 'none')
  return plan.credits > 0 && !returned.take(enrollment) ? decide('gone') : plan
}

const isElsewhere = async (tx: Tx, ctx: SignedIn, userId: number): Promise<boolean> => {
  const open = await tx
    .selectFrom('enrollments')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('role', '=', 'learner')
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

const hasOtherRole = async (tx: Tx, ctx: SignedIn, userId: number): Promise<boolean> => {
  const other = await tx
    .selectFrom('portal_user_roles')
    .select('role')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('role', '<>', 'learner')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export type Restored = { undo: Undo; reason: string | null }

const restoreDates = async (tx: Tx, ctx: SignedIn, record: ChangeRecord, row: ChangeRow): Promise<Restored> => {
  const { enrollment_id: id } = row
  const written = row.written as Written | null
  if (id === null || written === null) throw new TypeError('The row was not run')
  const [enrollment] = await lockEnrollments(tx, ctx, [id])
  const facts = (await loadEnrollmentFacts(tx, ctx, [id])).get(id)
  if (!enrollment || !facts) throw fail('not_found')
  if (!(await loadWithinReach(tx, ctx, [id])).has(id)) return { undo: 'kept', reason: 'Is no longer assigned to you.' }
  const returned = await loadReturnedCredits(tx, ctx, [facts])
  const action = datesAction(record)
  const plan = planUndo(action, written, { enrollment: facts, returned, now: ctx.now })
  if (plan.undo === 'kept') return plan
  if (action === 'enroll') {
    await takeAway(tx, ctx, [enrollment], UNDONE)
    const { user_id } = row
    if (written.gave_role && !(await isElsewhere(tx, ctx, user_id)) && (await hasOtherRole(tx, ctx, user_id)))
      await takeRole(tx, ctx, { user_id, role: 'learner' })
  } else if (action === 'unenroll') await reopenUnenrolled(tx, ctx, enrollment, UNDONE)
  else await setTerm(tx, ctx, enrollment, movedDates(facts.dates, plan.after as Dates))
  return plan
}

/** Restores what was before one row, in the transaction of the row, or keeps it and says what stands in the way (BLK-010, BLK-012). */
export const restoreRow = (
  services: MoveServices,
  tx: Tx,
  ctx: SignedIn,
  record: ChangeRecord,
  row: ChangeRow,
): Promise<Restored> => {
  if (record.action === 'move') return restoreMove(services, tx, ctx, row)
  return record.action === 'grade' ? restoreGrade(tx, ctx, row) : restoreDates(tx, ctx, record, row)
}

type Planned = { row: ChangeRow; plan: UndoPlan; before: State }

const planDates = async (
  tx: Tx,
  ctx: SignedIn,
  record: ChangeRecord,
  rows: readonly ChangeRow[],
): Promise<Planned[]> => {
  const facts = await loadEnrollmentFacts(
    tx,
    ctx,
    rows.flatMap(({ enrollment_id: id }) => id ?? []),
  )
  const returned = await loadReturnedCredits(tx, ctx, [...facts.values()])
  const action = datesAction(record)
  return rows.flatMap((row) => {
    const enrollment = facts.get(row.enrollment_id ?? 0)
    if (!enrollment || !row.written) return []
    const plan = planUndo(action, row.written as Written, { enrollment, returned, now: ctx.now })
    return [{ row, plan, before: enrollment.ended_at === null ? enrollment.dates : null }]
  })
}

const planRows = async (
  tx: Tx,
  ctx: SignedIn,
  { action }: ChangeRecord,
  rows: readonly ChangeRow[],
): Promise<Planned[]> => {
  const planOf = await (action === 'move' ? planMovesBack : planUngrades)(tx, ctx, rows)
  return rows.flatMap((row) => {
    const planned = planOf(row)
    return planned ? [{ row, ...planned }] : []
  })
}

/** What the undo would do now for every row, the last one first; writes nothing (BLK-013). */
export const previewUndo = async (tx: Tx, ctx: SignedIn, record: ChangeRecord) => {
  const rows = await rowsToUndo(tx, record)
  const people = await loadShownPeople(tx, ctx.portal.id, [...new Set(rows.map(({ user_id: id }) => id))])
  const courses = await coursesOf(tx, ctx.portal.id, rows)
  const responses = await responsesOf(tx, ctx.portal.id, rows)
  const hasOwn = record.action === 'move' || record.action === 'grade'
  const plans = await (hasOwn ? planRows : planDates)(tx, ctx, record, rows)
  const sum = (pick: (credits: number) => number) => plans.reduce((all, { plan }) => all + pick(plan.credits), 0)
  return {
    restored: plans.filter(({ plan }) => plan.undo === 'restored').length,
    kept: plans.filter(({ plan }) => plan.undo === 'kept').length,
    credits_used: sum((credits) => Math.max(credits, 0)),
    credits_returned: sum((credits) => Math.max(0 - credits, 0)),
    rows: plans.map(({ row, plan, before }) => ({ row, plan, before, people, courses, responses })),
  }
}
