import { enrollLearner, loadWithinReach, lockEnrollments, setTerm, takeAway } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Outcome } from '../rules/actions.ts'
import { decideEnroll } from '../rules/enroll.ts'
import { type Dates, differenceOf, type Mail, type Plan, refused } from '../rules/plan.ts'
import { loadEnrollmentFacts, loadEnrollWorld, payerOf } from './facts.ts'
import { prepareGrade } from './grades.ts'
import { planExtend, planUnenroll } from './make.ts'
import { type MoveServices, prepareMove } from './moves.ts'
import { loadReminderFacts, planRemind, sendRowReminder } from './reminders.ts'
import type { AnyWritten, ChangeRecord, ChangeRow } from './store.ts'

export type Applied = {
  result: Outcome
  reason: string | null
  /** What an undo restores from; null where nothing can be restored. */
  written: AnyWritten | null
  enrollment_id: number | null
  /** The reminder that was sent. */
  mail?: Mail
}

type Write = () => Promise<{ written: AnyWritten | null; enrollment_id: number; mail?: Mail }>
type Prepared = { plan: Plan; write: Write }

const nothing: Write = () => Promise.reject(new TypeError('A row that is refused writes nothing'))
const OUT_OF_REACH = 'Is no longer assigned to you.'

const moment = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** The dates among these that the plan moves. */
export const movedDates = (before: Dates, after: Dates) => ({
  ...(before.due_at !== after.due_at && { due_at: moment(after.due_at) }),
  ...(before.expires_at !== after.expires_at && { expires_at: new Date(after.expires_at) }),
})

const prepareEnroll = async (
  tx: Tx,
  ctx: SignedIn,
  record: Extract<ChangeRecord, { action: 'enroll' }>,
  { user_id: userId, course_id: courseId }: ChangeRow,
): Promise<Prepared> => {
  const world = await loadEnrollWorld(tx, ctx, courseId, [userId])
  if (!world.known.has(userId)) return { plan: refused(OUT_OF_REACH), write: nothing }
  const plan = decideEnroll(record.request, world.factsOf(userId, world.credits))
  const write: Write = async () => {
    const after = plan.after as Dates
    const { id } = await enrollLearner(tx, ctx, {
      user_id: userId,
      course_id: courseId,
      grant: { kind: 'credit', holder: payerOf(ctx, courseId) },
      starts_at: new Date(after.starts_at),
      due_at: moment(after.due_at),
    })
    const gave_role = !world.learner_roles.has(userId)
    return { written: { before: null, after, ended_at: null, progress: '', gave_role }, enrollment_id: id }
  }
  return { plan, write }
}

const prepareChange = async (
  tx: Tx,
  ctx: SignedIn,
  record: Extract<ChangeRecord, { action: 'unenroll' | 'extend' }>,
  { enrollment_id: id }: ChangeRow,
): Promise<Prepared> => {
  if (id === null) throw new TypeError('The row names no enrollment')
  const [enrollment] = await lockEnrollments(tx, ctx, [id])
  const facts = (await loadEnrollmentFacts(tx, ctx, [id])).get(id)
  if (!enrollment || !facts) throw fail('not_found')
  if (!(await loadWithinReach(tx, ctx, [id])).has(id)) return { plan: refused(OUT_OF_REACH), write: nothing }
  const kept = { progress: facts.progress, gave_role: false }
  if (record.action === 'unenroll') {
    const plan = planUnenroll(ctx, facts)
    const write: Write = async () => {
      await takeAway(tx, ctx, [enrollment], 'unenrolled')
      const ended_at = ctx.now.toISOString()
      return { written: { ...kept, before: plan.before as Dates, after: null, ended_at }, enrollment_id: id }
    }
    return { plan, write }
  }
  const plan = planExtend(ctx, record.request, facts)
  const write: Write = async () => {
    await setTerm(tx, ctx, enrollment, movedDates(plan.before as Dates, plan.after as Dates))
    const moved = { before: plan.before as Dates, after: plan.after as Dates }
    return { written: { ...kept, ...moved, ended_at: null }, enrollment_id: id }
  }
  return { plan, write }
}

const prepareRemind = async (tx: Tx, ctx: SignedIn, row: ChangeRow): Promise<Prepared> => {
  const { enrollment_id: id } = row
  if (id === null) throw new TypeError('The row names no enrollment')
  // Two runs for one learner wait for each other here, and the second one finds the reminder of the first.
  await lockEnrollments(tx, ctx, [id])
  const facts = (await loadReminderFacts(tx, ctx, [id])).get(id)
  if (!facts) throw fail('not_found')
  if (!(await loadWithinReach(tx, ctx, [id])).has(id)) return { plan: refused(OUT_OF_REACH), write: nothing }
  const plan = planRemind(ctx, facts)
  const write: Write = async () => ({
    written: null,
    enrollment_id: id,
    mail: await sendRowReminder(tx, ctx, { id: row.id, enrollment_id: id }, plan.mail as Mail),
  })
  return { plan, write }
}

const prepare = (
  services: MoveServices,
  tx: Tx,
  ctx: SignedIn,
  record: ChangeRecord,
  row: ChangeRow,
): Promise<Prepared> => {
  if (record.action === 'move') return prepareMove(services, tx, ctx, record, row)
  if (record.action === 'grade') return prepareGrade(services, tx, ctx, record, row)
  if (record.action === 'enroll') return prepareEnroll(tx, ctx, record, row)
  return record.action === 'remind' ? prepareRemind(tx, ctx, row) : prepareChange(tx, ctx, record, row)
}

/**
 * Does for one row what the preview said, in the transaction of the row (BLK-007). What has changed since is not guessed at:
 * the row is left out, or stays as it is where somebody has done the same already.
 */
export const applyRow = async (
  services: MoveServices,
  tx: Tx,
  ctx: SignedIn,
  record: ChangeRecord,
  row: ChangeRow,
): Promise<Applied> => {
  const { plan, write } = await prepare(services, tx, ctx, record, row)
  const difference = differenceOf(record.action, row, plan)
  if (difference) return { result: 'refused', reason: difference, written: null, enrollment_id: null }
  if (plan.outcome !== 'changed')
    return { result: plan.outcome, reason: plan.reason, written: null, enrollment_id: null }
  return { result: 'changed', reason: plan.reason, ...(await write()) }
}
