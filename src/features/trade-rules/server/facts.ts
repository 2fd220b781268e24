import { readSignOffs } from '#features/crew/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { type Day, dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { factsOf, type RuleFact } from '../rules/facts.ts'
import type { TakenCourse, TakenCourses } from './ports.ts'
import { readProctored } from './proctor-rules.ts'
import { loadDays, loadItemTimes, NO_TIME } from './seat-store.ts'
import type { EnrolledPerson } from './standing.ts'
import { loadRulesOf, type StoredVersion } from './store.ts'

/** What rules ask of an enrollment, and what of it is there. */
export type EnrollmentFacts = {
  /** The day whose rules these are: today, or that on which the course was completed or the enrollment ended. */
  on: Day
  rules: RuleFact<StoredVersion>[]
  course: TakenCourse | null
}

/**
 * What rules ask of enrollments and what is there, in the same number of statements whatever their number. Rules are those of
 * today; of a completed or ended enrollment those of that day, as in its learner's pages and in the file for inspectors.
 */
export const readFacts = async (
  tx: Tx,
  ctx: Pick<Context, 'portal' | 'now'>,
  takenCourses: TakenCourses,
  enrollments: readonly (EnrolledPerson & { ended_at: Date | null })[],
): Promise<Map<number, EnrollmentFacts>> => {
  const { id: portalId, setting } = ctx.portal
  const dayIn = (at: Date) => dayOf(at, setting.time_zone)
  const today = dayIn(ctx.now)
  const rules = await loadRulesOf(tx, portalId, [...new Set(enrollments.map(({ course_id }) => course_id))])
  const named = rules.length === 0 ? [] : enrollments
  const ids = named.map(({ id }) => id)
  const [courses, times, days, signed, attempts] = await Promise.all([
    takenCourses(tx, portalId, ids),
    loadItemTimes(tx, portalId, ids),
    loadDays(tx, portalId, { user_ids: [...new Set(named.map(({ user_id }) => user_id))], from: today, to: today }),
    readSignOffs(tx, portalId, ids),
    readProctored(tx, portalId, ids),
  ])
  return new Map(
    enrollments.map(({ id, user_id, course_id, created_at, completed_at, ended_at }) => {
      const over = completed_at ?? ended_at
      const on = over ? dayIn(over) : today
      const course = courses.get(id) ?? null
      const facts = factsOf(
        rules.filter(({ kind }) => !over || kind !== 'day_limit'),
        { course_id, enrolled_on: dayIn(created_at), on },
        {
          ...(times.get(id) ?? NO_TIME),
          items: course?.items ?? [],
          exams: course?.exams ?? [],
          signed: signed.filter(({ enrollment_id }) => enrollment_id === id),
          attempts: attempts.filter(({ enrollment_id }) => enrollment_id === id),
          today: days.get(user_id) ?? [],
        },
      )
      return [id, { on, rules: facts, course }]
    }),
  )
}
