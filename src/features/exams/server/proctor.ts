import { loadShownPeople } from '#features/accounts/server/api.ts'
import type { Enrollment } from '#features/enrollments/server/api.ts'
import type { TrackedCourse } from '#features/progress/server/api.ts'
import { loadProctorRules } from '#features/trade-rules/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ExamType } from '../rules/attempt.ts'
import { loadOpenings, loadRequest, lockOpening, type Opening, standingOpening } from './opening-store.ts'

type Call = Pick<Context, 'portal' | 'now'>
type At = {
  enrollment: Pick<Enrollment, 'id' | 'course_id' | 'created_at'>
  course: Pick<TrackedCourse, 'has_rules'>
  exam: { id: number; type: ExamType }
}

/** The rule that asks for a proctor at an exam today, or null; a course without rules costs nothing. */
export const proctorRuleOf = async (tx: Tx, ctx: Call, { enrollment, course, exam }: At) => {
  if (!course.has_rules || exam.type !== 'exam') return null
  const rules = await loadProctorRules(tx, ctx, [enrollment.course_id])
  return rules(enrollment, exam.id)
}

/**
 * The opening with which an attempt begins, locked until the transaction ends; null where no rule asks for a proctor. Throws
 * `proctor_needed` where no opening stands (TRD-038).
 */
export const requireOpening = async (tx: Tx, ctx: Call, at: At): Promise<number | null> => {
  if (!(await proctorRuleOf(tx, ctx, at))) return null
  const id = await lockOpening(tx, ctx.portal.id, { enrollment_id: at.enrollment.id, exam_id: at.exam.id }, ctx.now)
  if (id === null) throw fail('proctor_needed')
  return id
}

type People = Awaited<ReturnType<typeof loadShownPeople>>

/** What a learner sees of proctors: what the next attempt needs, and who was present at the earlier ones (TRD-039, TRD-044). */
export const loadProctors = async (tx: Tx, ctx: Call, at: At, { isPassed }: { isPassed: boolean }) => {
  const none = { next: null, ofAttempt: (_: number) => null }
  if (!at.course.has_rules || at.exam.type !== 'exam') return none
  const place = { enrollment_id: at.enrollment.id, exam_id: at.exam.id }
  const [rule, openings, askedAt] = await Promise.all([
    proctorRuleOf(tx, ctx, at),
    loadOpenings(tx, ctx.portal.id, { enrollment_ids: [at.enrollment.id], exam_id: at.exam.id }),
    loadRequest(tx, ctx.portal.id, place, ctx.now),
  ])
  const people = await peopleOf(tx, ctx.portal.id, openings)
  const standing = standingOpening(openings, ctx.now)
  return {
    next:
      rule && !isPassed
        ? {
            title: rule.title,
            source: rule.source,
            asked_at: askedAt,
            opening: standing && {
              opened_by: people.get(standing.opened_by) ?? null,
              expires_at: standing.expires_at,
              place: standing.place,
            },
          }
        : null,
    ofAttempt: (attemptId: number) => {
      const opening = openings.find(({ attempt_id: id }) => id === attemptId)
      if (!opening) return null
      const { opened_by, ended_at, confirmed_at } = opening
      return { opened_by: people.get(opened_by) ?? null, ended_at, confirmed_at }
    },
  }
}

/** The people who are named in openings. */
export const peopleOf = (tx: Tx, portalId: number, openings: readonly Opening[]): Promise<People> =>
  loadShownPeople(tx, portalId, [
    ...new Set(
      openings.flatMap(({ opened_by, ended_by, incidents }) => [
        opened_by,
        ...(ended_by === null ? [] : [ended_by]),
        ...incidents.map(({ recorded_by }) => recorded_by),
      ]),
    ),
  ])

/** What a proctor recorded, for those who grade (TRD-045). */
export const presentProctoring = (opening: Opening, people: People) => ({
  opened_by: people.get(opening.opened_by) ?? null,
  opened_at: opening.opened_at,
  place: opening.place,
  identity_check: opening.identity_check,
  ended_at: opening.ended_at,
  ended_by: opening.ended_by === null ? null : (people.get(opening.ended_by) ?? null),
  confirmed_at: opening.confirmed_at,
  incidents: opening.incidents.map(({ recorded_by, ...incident }) => ({
    ...incident,
    recorded_by: people.get(recorded_by) ?? null,
  })),
})
