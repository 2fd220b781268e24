import { sql } from 'kysely'
import { readSignOffs } from '#features/crew/server/api.ts'
import { type Day, dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { appliedVersions } from '../rules/applied.ts'
import { outcomeOf } from '../rules/identity.ts'
import { taskKey } from '../rules/tasks.ts'
import { textOf } from './identity/standing.ts'
import { loadQuestions } from './identity/store.ts'
import { loadRulesOf } from './store.ts'

type Enrollment = {
  id: number
  course_id: number
  created_at: Date
  completed_at: Date | null
  ended_at: Date | null
}

const zoneOf = async (tx: Tx, portalId: number): Promise<string> => {
  const { rows } = await sql<{ time_zone: string }>`
    select time_zone from portals where id = ${portalId}`.execute(tx)
  return (rows[0] as { time_zone: string }).time_zone
}

type SeatRow = { enrollment_id: number; item_type: string; item_id: number; day: Day; milliseconds: number }

const readSeatTimes = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<SeatRow[]> => {
  const { rows } = await sql<SeatRow>`
    select enrollment_id, item_type, item_id, day::text as day, milliseconds from seat_times
    where portal_id = ${portalId} and enrollment_id = any(${[...ids]}::bigint[])
    order by enrollment_id, day, item_type, item_id`.execute(tx)
  return rows
}

/**
 * For the file for inspectors: which version of which rule applied to enrollments on which days, until they were completed or
 * ended, with the sign-offs and identity questions that it asked, and the time that counted by item and day (TRD-036, TRD-058).
 */
export const readRuleRecords = async (tx: Tx, portalId: number, enrollments: readonly Enrollment[], now: Date) => {
  const ids = enrollments.map(({ id }) => id)
  const rules = await loadRulesOf(tx, portalId, [...new Set(enrollments.map(({ course_id }) => course_id))])
  const times = Map.groupBy(await readSeatTimes(tx, portalId, ids), ({ enrollment_id }) => enrollment_id)
  const signOffs = rules.length === 0 ? [] : await readSignOffs(tx, portalId, ids)
  const askedQuestions = rules.length === 0 ? [] : await loadQuestions(tx, portalId, ids)
  const questions = Map.groupBy(
    askedQuestions.map((one) => ({ ...one, question: textOf(one.question), outcome: outcomeOf(one, now) })),
    ({ enrollment_id }) => enrollment_id,
  )
  const zone = rules.length === 0 ? '' : await zoneOf(tx, portalId)
  const rulesOf = ({ id, course_id, created_at, completed_at, ended_at }: Enrollment) => {
    if (rules.length === 0) return []
    const signed = new Map(
      signOffs.filter(({ enrollment_id }) => enrollment_id === id).map((one) => [taskKey(one.task), one]),
    )
    const enrolled_on = dayOf(created_at, zone)
    const until = dayOf(completed_at ?? ended_at ?? now, zone)
    return rules.flatMap((rule) =>
      appliedVersions(rule, { course_id, enrolled_on, until }).map(({ version, ...days }) => ({
        rule_id: rule.id,
        kind: rule.kind,
        version,
        ...days,
        tasks: version.tasks.map((task) => ({ task, signed: signed.get(taskKey(task)) ?? null })),
      })),
    )
  }
  return new Map(
    enrollments.map((enrollment) => [
      enrollment.id,
      {
        rules: rulesOf(enrollment),
        seat_time: times.get(enrollment.id) ?? [],
        identity: questions.get(enrollment.id) ?? [],
      },
    ]),
  )
}

export type RuleRecord = NonNullable<ReturnType<Awaited<ReturnType<typeof readRuleRecords>>['get']>>
