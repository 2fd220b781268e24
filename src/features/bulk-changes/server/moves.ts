import { isWithinReach, loadCourse, reachCourse } from '#features/courses/server/api.ts'
import { lockEnrollments } from '#features/enrollments/server/api.ts'
import {
  firstMovable,
  loadMovedFacts,
  loadMoveFacts,
  type MovedFacts,
  type MoveFacts,
  moveBack,
  moveForUndo,
  requireOneChoice,
  tellMoved,
} from '#features/versions/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import type { bulkMove } from '../contract.ts'
import { MOST_ROWS } from '../rules/actions.ts'
import { decideMove, decideMoveBack, presentPlace } from '../rules/move.ts'
import { type Place, type Plan, refused } from '../rules/plan.ts'
import type { UndoPlan } from '../rules/undo.ts'
import type { ChangeRecord, ChangeRow, MoveRequest, NewRow, WrittenMove } from './store.ts'

/** What moves need of other slices. */
export type MoveServices = Pick<Services, 'progress' | 'openAgain' | 'closeAgain'>

const OUT_OF_REACH = 'You can no longer change this course.'

type Course = { id: number; title: string; newest_version: number }
const planOf = ({ version }: MoveRequest, course: Course, facts: MoveFacts): Plan =>
  decideMove({ ...facts, course: course.title, number: version, newest: course.newest_version })

/** Prepares to move learners of a course, those named or all at work in earlier versions (BLK-028). */
export const planMoves = async (
  tx: Tx,
  ctx: SignedIn,
  body: Input<typeof bulkMove>['body'],
): Promise<{ request: MoveRequest; rows: NewRow[] }> => {
  const { course_id, version, ask_again = [], keep_places = [] } = body
  const request = { course_id, version, ask_again, keep_places }
  requireOneChoice(request)
  const course = await reachCourse(tx, ctx, { id: course_id })
  if (version > course.newest_version) throw fail('not_found')
  const at = { portal_id: ctx.portal.id, course_id, number: version }
  const ids = body.enrollment_ids ? [...new Set(body.enrollment_ids)] : await firstMovable(tx, at, MOST_ROWS)
  if (ids.length === 0) throw fail('invalid', { message: 'Nobody is at work in an earlier version.' })
  const facts = await loadMoveFacts(tx, at, ids, request)
  const rows = ids.map((id) => {
    const one = facts.get(id)
    if (!one) throw fail('not_found')
    return { user_id: one.user_id, course_id, enrollment_id: id, plan: planOf(request, course, one) }
  })
  return { request, rows }
}

type MoveRecord = Extract<ChangeRecord, { action: 'move' }>

/** What a row would do now, and what does it; the course and the enrollment are locked (BLK-029). */
export const prepareMove = async (
  services: MoveServices,
  tx: Tx,
  ctx: SignedIn,
  { request }: MoveRecord,
  { enrollment_id: id, course_id }: ChangeRow,
): Promise<{ plan: Plan; write: () => Promise<{ written: WrittenMove; enrollment_id: number }> }> => {
  if (id === null) throw new TypeError('The row names no enrollment')
  const at = { portal_id: ctx.portal.id, course_id, number: request.version }
  const course = await loadCourse(tx, ctx.portal.id, { id: course_id })
  // What the learner does at the same moment is finished then, and counts.
  await lockEnrollments(tx, ctx, [id])
  const facts = (await loadMoveFacts(tx, at, [id], request)).get(id)
  if (!course || !facts) throw fail('not_found')
  const isWithin = await isWithinReach(tx, ctx, course)
  const plan = isWithin ? planOf(request, course, facts) : refused(OUT_OF_REACH)
  return {
    plan,
    write: async () => {
      const row = { course_id, number: request.version, related_id: id }
      const former = await moveForUndo(services, tx, ctx, row, request)
      const { work } = (await loadMovedFacts(tx, ctx.portal.id, [id])).get(id) as MovedFacts
      const written = { before: plan.before as Place, after: plan.after as Place, work, former }
      return { written, enrollment_id: id }
    },
  }
}

type Planned = { plan: UndoPlan; before: Place | null }

/** What the undo would do now for rows that moved, by the id of their enrollment. */
export const planMovesBack = async (
  tx: Tx,
  ctx: SignedIn,
  rows: readonly ChangeRow[],
): Promise<(row: ChangeRow) => Planned | null> => {
  const ids = rows.flatMap(({ enrollment_id: id }) => id ?? [])
  const facts = await loadMovedFacts(tx, ctx.portal.id, ids)
  const course = rows[0] && (await loadCourse(tx, ctx.portal.id, { id: rows[0].course_id }))
  return ({ enrollment_id: id, written }) => {
    const one = facts.get(id ?? 0)
    if (!one || !written || !course) return null
    const now = { ...one, course: course.title }
    return { plan: decideMoveBack(written as WrittenMove, now), before: presentPlace(now) }
  }
}

/** Puts back what a row moved, in the transaction of the row, or keeps it and says what stands in the way (BLK-030). */
export const restoreMove = async (services: MoveServices, tx: Tx, ctx: SignedIn, row: ChangeRow): Promise<UndoPlan> => {
  const { enrollment_id: id, written, course_id } = row
  if (id === null || written === null) throw new TypeError('The row was not run')
  await lockEnrollments(tx, ctx, [id])
  const course = await loadCourse(tx, ctx.portal.id, { id: course_id })
  const planned = (await planMovesBack(tx, ctx, [row]))(row)
  if (!planned || !course) throw fail('not_found')
  if (!(await isWithinReach(tx, ctx, course)))
    return { undo: 'kept', reason: OUT_OF_REACH, credits: 0, after: planned.before }
  if (planned.plan.undo === 'restored')
    await moveBack(services, tx, ctx, { related_id: id, course_id }, (written as WrittenMove).former)
  return planned.plan
}

/** Tells those who have the course open, once at the end of a step, whatever the number of its rows (VER-017). */
export const tellOfMoves = async (tx: Tx, record: ChangeRecord): Promise<void> => {
  if (record.action === 'move') await tellMoved(tx, record.request.course_id, record.request.version)
}
