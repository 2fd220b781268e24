import { loadWithinReach } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { bulkEnroll, bulkExtend, bulkGrade, bulkMove } from '../contract.ts'
import { PREVIEW_DAYS } from '../rules/actions.ts'
import { decideEnroll, type EnrollRequest } from '../rules/enroll.ts'
import { decideExtend } from '../rules/extend.ts'
import { inOrder, type Plan } from '../rules/plan.ts'
import { decideUnenroll } from '../rules/unenroll.ts'
import { type EnrollmentFacts, loadEnrollmentFacts, loadEnrollWorld } from './facts.ts'
import { planGrades } from './grades.ts'
import { planMoves } from './moves.ts'
import { loadReminderFacts, planRemind } from './reminders.ts'
import { type BulkRequest, insertChange, type NewRow, updateChange } from './store.ts'
import { countRows } from './sums.ts'

const DAY_MS = 86_400_000
export const daysLater = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)

/** Writes the bulk change with what each row would do, and nothing else (BLK-003); answers its id. */
const make = async (tx: Tx, ctx: SignedIn, asked: BulkRequest, rows: readonly NewRow[]): Promise<number> => {
  const { portal, viewer, now } = ctx
  const change = {
    ...asked,
    portal_id: portal.id,
    made_by: viewer.user_id,
    role: viewer.current_role,
    impersonator_id: viewer.impersonator_id,
    created_at: now,
    expires_at: daysLater(now, PREVIEW_DAYS),
  }
  const id = await insertChange(tx, change, rows)
  await updateChange(tx, portal.id, id, { sums: await countRows(tx, portal.id, id) })
  await logActivity(tx, ctx, {
    action: 'bulk-change.create',
    subject_type: 'bulk-change',
    subject_id: id,
    changes: { action: asked.action, rows: rows.length },
  })
  return id
}

type EnrollBody = Input<typeof bulkEnroll>['body']

/** The people and dates of a call, as they are kept. */
export const enrollRequestOf = ({ starts_at: start, due_at: due }: EnrollBody): EnrollRequest => ({
  starts_at: start?.toISOString() ?? null,
  ...(due !== undefined && { due_at: due?.toISOString() ?? null }),
})

/** Prepares to enroll people in a course (BLK-004); `not_found` for anybody whom the viewer cannot enroll there. */
export const makeEnroll = async (tx: Tx, ctx: SignedIn, body: EnrollBody): Promise<number> => {
  const userIds = [...new Set(body.user_ids)]
  const request = enrollRequestOf(body)
  const world = await loadEnrollWorld(tx, ctx, body.course_id, userIds)
  if (userIds.some((id) => !world.known.has(id))) throw fail('not_found')
  const plans = inOrder(userIds, world.credits, (id, left) => decideEnroll(request, world.factsOf(id, left)))
  const rows = userIds.map((user_id, at) => ({
    user_id,
    course_id: body.course_id,
    enrollment_id: null,
    plan: plans[at] as Plan,
  }))
  return make(tx, ctx, { action: 'enroll', request }, rows)
}

type Load<Facts> = (tx: Tx, ctx: SignedIn, ids: readonly number[]) => Promise<Map<number, Facts>>

/** The enrollments of a call in their order, each once; `not_found` where one is foreign, no learner's, or out of reach. */
const chosen = async <Facts>(
  tx: Tx,
  ctx: SignedIn,
  requested: readonly number[],
  load: Load<Facts>,
): Promise<Facts[]> => {
  const ids = [...new Set(requested)]
  const enrollments = await load(tx, ctx, ids)
  const within = await loadWithinReach(tx, ctx, ids)
  return ids.map((id) => {
    const enrollment = enrollments.get(id)
    if (!enrollment || !within.has(id)) throw fail('not_found')
    return enrollment
  })
}

type Named = Pick<EnrollmentFacts, 'id' | 'user_id' | 'course_id'>
const rowOf = ({ id, user_id, course_id }: Named, plan: Plan): NewRow => ({
  user_id,
  course_id,
  enrollment_id: id,
  plan,
})

/** What unenrolling this learner would do now. */
export const planUnenroll = (ctx: SignedIn, facts: EnrollmentFacts): Plan =>
  decideUnenroll({ ...facts, is_ended: facts.ended_at !== null, is_manager: ctx.scope === 'own' })

/** Prepares to unenroll learners (BLK-005). */
export const makeUnenroll = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<number> => {
  const rows = (await chosen(tx, ctx, ids, loadEnrollmentFacts)).map((facts) => rowOf(facts, planUnenroll(ctx, facts)))
  return make(tx, ctx, { action: 'unenroll', request: {} }, rows)
}

type Extend = Extract<BulkRequest, { action: 'extend' }>['request']

/** What extending this enrollment would do now. */
export const planExtend = (ctx: SignedIn, request: Extend, facts: EnrollmentFacts): Plan =>
  decideExtend(request, {
    ...facts,
    is_ended: facts.ended_at !== null,
    time_zone: ctx.portal.setting.time_zone,
    now: ctx.now,
  })

/** Prepares to extend enrollments (BLK-006). */
export const makeExtend = async (
  tx: Tx,
  ctx: SignedIn,
  { enrollment_ids: ids, due = null, access = null }: Input<typeof bulkExtend>['body'],
): Promise<number> => {
  const request: Extend = { due, access }
  const rows = (await chosen(tx, ctx, ids, loadEnrollmentFacts)).map((facts) =>
    rowOf(facts, planExtend(ctx, request, facts)),
  )
  return make(tx, ctx, { action: 'extend', request }, rows)
}

/** Prepares to remind learners of their course (BLK-022). */
export const makeRemind = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<number> => {
  const rows = (await chosen(tx, ctx, ids, loadReminderFacts)).map((facts) => rowOf(facts, planRemind(ctx, facts)))
  return make(tx, ctx, { action: 'remind', request: {} }, rows)
}

/** Prepares to move learners to a version of their course (BLK-028). */
export const makeMove = async (tx: Tx, ctx: SignedIn, body: Input<typeof bulkMove>['body']): Promise<number> => {
  const { request, rows } = await planMoves(tx, ctx, body)
  return make(tx, ctx, { action: 'move', request }, rows)
}

/** Prepares to grade responses alike (BLK-033). */
export const makeGrade = async (
  tx: Tx,
  ctx: SignedIn,
  { response_ids: ids, score, comment }: Input<typeof bulkGrade>['body'],
): Promise<number> => {
  const request = { score, comment: comment || null }
  return make(tx, ctx, { action: 'grade', request }, await planGrades(tx, ctx, ids, request))
}
