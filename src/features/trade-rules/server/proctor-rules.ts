import type { Context } from '#kernel/context.ts'
import { dayOf } from '#kernel/format/day.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import { type ProctorStandard, proctorStandard, standardsOf } from '../rules/standards.ts'
import { loadRulesOf } from './store.ts'

type Enrolled = { course_id: number; created_at: Date }

/** Which rule asks for a proctor at an exam today, for enrollments in these courses; null where none does (TRD-037). */
export const loadProctorRules = async (
  tx: Tx,
  { portal, now }: Pick<Context, 'portal' | 'now'>,
  courseIds: readonly number[],
): Promise<(enrollment: Enrolled, examId: number) => ProctorStandard | null> => {
  const rules = courseIds.length === 0 ? [] : await loadRulesOf(tx, portal.id, [...new Set(courseIds)])
  const zone = portal.setting.time_zone
  return ({ course_id, created_at }, examId) =>
    proctorStandard(standardsOf(rules, { course_id, enrolled_on: dayOf(created_at, zone) }, dayOf(now, zone)), examId)
}

/** An attempt that passed its exam, or runs, and its proctor. */
export type Proctored = {
  enrollment_id: number
  exam_id: number
  exam: string
  opened_by: number
  confirmed_at: Date | null
}

// The answer that passes an exam is written with the commit, after rules are asked: an attempt that runs counts as passed. A
// failed one leaves its exam open by itself.
const PROCTORED = statement<Proctored>(`
  select o.enrollment_id, o.exam_id, x.title as exam, o.opened_by, o.confirmed_at
  from exam_openings o
  join exam_attempts a on a.portal_id = o.portal_id and a.id = o.attempt_id
  join exams x on x.portal_id = o.portal_id and x.id = o.exam_id
  where o.portal_id = $1 and o.enrollment_id = any($2::bigint[])
    and a.reset_at is null and a.status in (${PROGRESS.in_progress}, ${PROGRESS.success})
  order by o.id`)

/** The attempts in the presence of a proctor that passed or run, confirmed or not. */
export const readProctored = (tx: Tx, portalId: number, enrollmentIds: readonly number[]): Promise<Proctored[]> =>
  ask(tx, PROCTORED, [portalId, [...enrollmentIds]])

/** A passed exam whose proctor has not confirmed to have been present until the end. */
export type NotConfirmed = Proctored & { confirmed_at: null }

/** The passed exams of enrollments that lack the confirmation of their proctor (TRD-044). */
export const readNotConfirmed = async (
  tx: Tx,
  portalId: number,
  enrollmentIds: readonly number[],
): Promise<NotConfirmed[]> =>
  (await readProctored(tx, portalId, enrollmentIds)).filter((row): row is NotConfirmed => row.confirmed_at === null)
