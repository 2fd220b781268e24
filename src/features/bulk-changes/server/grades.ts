import {
  type FormerGrade,
  type GradingFacts,
  gradeForUndo,
  gradeOf,
  loadGradedFacts,
  loadGradingFacts,
  takeGradeBack,
} from '#features/assignments/server/api.ts'
import { loadTaught, lockEnrollments } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { decideGrade, decideUngrade, type GradeRequest, type GradeWritten, gradeState } from '../rules/grade.ts'
import { type GradeState, type Plan, refused } from '../rules/plan.ts'
import type { UndoPlan } from '../rules/undo.ts'
import type { ChangeRecord, ChangeRow, NewRow, WrittenGrade } from './store.ts'

const OUT_OF_REACH = 'Is no longer assigned to you.'

const planOf = (request: GradeRequest, { threshold, ...facts }: GradingFacts): Plan =>
  decideGrade(request, { ...facts, result: threshold === null ? null : gradeOf(request.score, threshold) })

/** Prepares to grade responses alike (BLK-033); `not_found` for any that the viewer may not grade. */
export const planGrades = async (
  tx: Tx,
  ctx: SignedIn,
  requested: readonly number[],
  request: GradeRequest,
): Promise<NewRow[]> => {
  const ids = [...new Set(requested)]
  const facts = await loadGradingFacts(tx, ctx, ids, request.score)
  const related = [...new Set([...facts.values()].map((one) => one.enrollment_id))]
  const within = await loadTaught(tx, ctx, related)
  return ids.map((response_id) => {
    const one = facts.get(response_id)
    if (!one || !within.has(one.enrollment_id)) throw fail('not_found')
    const { user_id, course_id, enrollment_id } = one
    return { user_id, course_id, enrollment_id, response_id, plan: planOf(request, one) }
  })
}

type GradeRecord = Extract<ChangeRecord, { action: 'grade' }>

/** What a row would do now, and what does it; the enrollment is locked, so that the learner cannot respond in between (BLK-034). */
export const prepareGrade = async (
  services: Pick<Services, 'progress'>,
  tx: Tx,
  ctx: SignedIn,
  { request }: GradeRecord,
  { enrollment_id: id, response_id }: ChangeRow,
): Promise<{ plan: Plan; write: () => Promise<{ written: WrittenGrade; enrollment_id: number }> }> => {
  if (id === null || response_id === null) throw new TypeError('The row names no response')
  await lockEnrollments(tx, ctx, [id])
  const facts = (await loadGradingFacts(tx, ctx, [response_id], request.score)).get(response_id)
  if (!facts) throw fail('not_found')
  const isWithin = (await loadTaught(tx, ctx, [id])).has(id)
  const plan = isWithin ? planOf(request, facts) : refused(OUT_OF_REACH, gradeState(facts.grade))
  return {
    plan,
    write: async () => {
      const ref = { response_id, enrollment_id: id, assignment_id: facts.assignment_id }
      const former: FormerGrade = await gradeForUndo(services, tx, ctx, ref, request)
      const now = (await loadGradedFacts(tx, ctx, [response_id])).get(response_id)
      if (!now?.grade) throw new TypeError('The response has no grade')
      const written = {
        before: plan.before as GradeState,
        after: gradeState(now.grade),
        grade: now.grade,
        status: now.status,
        completed_before: former.standing.before.completed_at,
        completed_at: now.completed_at,
        had_certificate: former.had_certificate,
        former,
      }
      return { written, enrollment_id: id }
    },
  }
}

type Planned = { plan: UndoPlan; before: GradeState }

/** What the undo would do now for rows that graded, by the id of their response. */
export const planUngrades = async (
  tx: Tx,
  ctx: SignedIn,
  rows: readonly ChangeRow[],
): Promise<(row: ChangeRow) => Planned | null> => {
  const ids = rows.flatMap(({ response_id: id }) => id ?? [])
  const facts = await loadGradedFacts(tx, ctx, ids)
  return ({ response_id: id, written }) => {
    const now = facts.get(id ?? 0)
    if (!now || !written) return null
    return { plan: decideUngrade(written as GradeWritten, now), before: gradeState(now.grade) }
  }
}

/** Gives a response its former grade back, in the transaction of the row, or keeps it and says what stands in the way (BLK-036). */
export const restoreGrade = async (tx: Tx, ctx: SignedIn, row: ChangeRow): Promise<UndoPlan> => {
  const { enrollment_id: id, response_id, written } = row
  if (id === null || response_id === null || written === null) throw new TypeError('The row was not run')
  await lockEnrollments(tx, ctx, [id])
  const planned = (await planUngrades(tx, ctx, [row]))(row)
  if (!planned) throw fail('not_found')
  if (!(await loadTaught(tx, ctx, [id])).has(id))
    return { undo: 'kept', reason: OUT_OF_REACH, credits: 0, after: planned.before }
  const ref = { response_id, enrollment_id: id }
  if (planned.plan.undo === 'restored') await takeGradeBack(tx, ctx, ref, (written as WrittenGrade).former)
  return planned.plan
}
