import type { Day } from '#kernel/format/day.ts'
import { countedFor, sumOf, together } from './counted.ts'
import type { SeatDay } from './effects.ts'
import { isReadItem, type RuleKind, type RuleVersion, type TradeRule, versionFor } from './model.ts'
import { itemStandard, missingInCourse, missingOf, missingTasks, proctorStandard, standardsOf } from './standards.ts'
import { taskKey } from './tasks.ts'

/** An attempt that runs or passed, which somebody opened as its proctor. */
export type ProctoredAttempt = { exam_id: number; opened_by: number; confirmed_at: Date | null }
type SignedTask = { task: string; at: Date; by: number }

/** What somebody has done in a course, and what others recorded of it. */
export type Taken = {
  items: readonly { id: number; type: string; is_done: boolean }[]
  /** The exams of the course; done are those that are passed. */
  exams: readonly { id: number; is_done: boolean }[]
  /** Milliseconds by text, document, audio and video, and those in tests and packages. */
  counted: ReadonlyMap<number, number>
  in_tests: number
  /** The newest last. */
  signed: readonly SignedTask[]
  attempts: readonly ProctoredAttempt[]
  /** The time of today in all courses of the person. */
  today: readonly SeatDay[]
}

/** How far an exam is that needs a proctor; `other` where it was passed before it needed one. */
export const PROCTOR_STATES = ['to_pass', 'not_confirmed', 'confirmed', 'other'] as const
export type ExamFact = {
  exam_id: number
  state: (typeof PROCTOR_STATES)[number]
  opened_by: number | null
  confirmed_at: Date | null
}
export type ItemFact = { item_id: number; item_type: string; is_done: boolean; counted: number; missing: number }
export type TaskFact = { task: string; signed: SignedTask | null }

/** What one version of a rule asks of an enrollment, and what of it is there. */
export type RuleFact<V extends RuleVersion = RuleVersion> = {
  rule_id: number
  kind: RuleKind
  version: V
  /** Whether something is missing without which the course is not completed. */
  is_missing: boolean
  /** Milliseconds: asked or allowed, counted, missing; null where the rule asks for no time of the course or day. */
  time: { asked: number; counted: number; missing: number } | null
  items: ItemFact[]
  tasks: TaskFact[]
  exams: ExamFact[]
}

const examFact = (id: number, isPassed: boolean, attempts: readonly ProctoredAttempt[]): ExamFact => {
  const own = attempts.filter(({ exam_id }) => exam_id === id)
  // One that is not confirmed holds the course, whatever else was confirmed.
  const attempt = own.find(({ confirmed_at }) => confirmed_at === null) ?? own.at(-1) ?? null
  const { opened_by = null, confirmed_at = null } = attempt ?? {}
  const state = attempt ? (confirmed_at ? 'confirmed' : 'not_confirmed') : isPassed ? 'other' : 'to_pass'
  return { exam_id: id, state, opened_by, confirmed_at }
}

/**
 * What each rule asks of an enrollment on a day, by the functions that also stop its learner (TRD-076); nothing of rules that
 * do not apply to it on that day.
 */
export const factsOf = <V extends RuleVersion>(
  rules: readonly (Omit<TradeRule, 'versions'> & { versions: readonly V[] })[],
  { course_id, enrolled_on, on }: { course_id: number; enrolled_on: Day; on: Day },
  taken: Taken,
): RuleFact<V>[] =>
  rules.flatMap((rule) => {
    const version = versionFor(rule, { on, enrolled_on }) as V | null
    if (!version?.course_ids.includes(course_id)) return []
    const standards = standardsOf([rule], { course_id, enrolled_on }, on)
    const total = { milliseconds: sumOf(taken.counted.values()) + taken.in_tests, in_tests: taken.in_tests }
    const [limit, least] = [standards.limits[0], standards.courses[0]]
    const ofToday = limit && together(taken.today.filter((day) => limit.course_ids.includes(day.course_id)))
    const items = taken.items.flatMap(({ id, type, is_done }) => {
      const standard = isReadItem(type) ? itemStandard(standards, id) : null
      const counted = taken.counted.get(id) ?? 0
      // What was done before the rule stays done (TRD-011).
      return standard
        ? [{ item_id: id, item_type: type, is_done, counted, missing: is_done ? 0 : missingOf(standard, counted) }]
        : []
    })
    const byKey = new Map(taken.signed.map((one) => [taskKey(one.task), one]))
    const exams = taken.exams
      .filter(({ id }) => proctorStandard(standards, id) !== null)
      .map(({ id, is_done }) => examFact(id, is_done, taken.attempts))
    const missing = missingInCourse(standards, total)
    const counted = limit && ofToday ? countedFor(limit, ofToday) : least ? countedFor(least, total) : 0
    const standard = limit ?? least
    return [
      {
        ...{ rule_id: rule.id, kind: rule.kind, version, items, exams },
        is_missing:
          missing > 0 ||
          missingTasks(standards, taken.signed).length > 0 ||
          items.some((item) => item.missing > 0) ||
          exams.some(({ state }) => state === 'to_pass' || state === 'not_confirmed'),
        time: standard ? { asked: standard.milliseconds, counted, missing } : null,
        tasks: standards.tasks.map(({ task }) => ({ task, signed: byKey.get(taskKey(task)) ?? null })),
      },
    ]
  })
