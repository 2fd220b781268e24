import type { Day } from '#kernel/format/day.ts'
import { type Counted, countedFor } from './counted.ts'
import { type IdentityTerms, lowestTerms } from './identity.ts'
import { type TradeRule, versionFor } from './model.ts'
import { taskKey } from './tasks.ts'

const MINUTE = 60_000

/** A least or most time, and where it is written. */
export type Standard = { rule_id: number; version_id: number; title: string; source: string; milliseconds: number }
/** A standard that says whether time in tests and packages counts for it (TRD-062). */
export type CourseStandard = Standard & { counts_tests: boolean }
export type DayLimit = CourseStandard & { course_ids: readonly number[] }
type ItemStandard = CourseStandard & { item_ids: readonly number[] }
/** A hands-on task that an instructor has to sign off, and where that is written. */
export type TaskStandard = Omit<Standard, 'milliseconds'> & { task: string }

/** Exams that need a proctor; all of the course where it names none (TRD-037). */
export type ProctorStandard = Omit<Standard, 'milliseconds'> & { item_ids: readonly number[] }

/** What the rules ask of one enrollment on one day. */
export type Standards = {
  limits: DayLimit[]
  items: ItemStandard[]
  /** Least times in the course. */
  courses: CourseStandard[]
  /** Each task once, in the order of the rules. */
  tasks: TaskStandard[]
  proctored: ProctorStandard[]
  /** How identity questions are asked; null where no rule asks them. */
  identity: IdentityTerms | null
}

export type EnrolledCourse = { course_id: number; enrolled_on: Day }

/** Of several least times the longest counts; of equal ones the first (TRD-005). */
const longest = <S extends Standard>(standards: readonly S[]): S | null =>
  standards.reduce<S | null>((best, one) => (best && best.milliseconds >= one.milliseconds ? best : one), null)

/** What the rules ask of an enrollment on a day (TRD-002 to TRD-006). */
export const standardsOf = (
  rules: readonly TradeRule[],
  { course_id, enrolled_on }: EnrolledCourse,
  on: Day,
): Standards => {
  const applied = rules.flatMap((rule) => {
    const version = versionFor(rule, { on, enrolled_on })
    if (!version?.course_ids.includes(course_id)) return []
    const { id, title, source, minutes, answer_seconds, most_mistakes, counts_tests, tasks, course_ids, item_ids } =
      version
    const origin = { rule_id: rule.id, version_id: id, title, source }
    const standard = { ...origin, counts_tests, milliseconds: (minutes ?? 0) * MINUTE }
    return [
      {
        ...{ kind: rule.kind, origin, standard, course_ids, item_ids },
        tasks: tasks.map((task) => ({ ...origin, task })),
        terms: {
          ...{ ...origin, minutes: minutes ?? 0 },
          ...{ answer_seconds: answer_seconds ?? 0, most_mistakes: most_mistakes ?? 0 },
        },
      },
    ]
  })
  const of = (kind: TradeRule['kind']) => applied.filter((one) => one.kind === kind)
  return {
    limits: of('day_limit').map(({ standard, course_ids }) => ({ ...standard, course_ids })),
    items: of('item_time').map(({ standard, item_ids }) => ({ ...standard, item_ids })),
    courses: of('course_time').map(({ standard }) => standard),
    tasks: [
      ...Map.groupBy(
        of('hands_on').flatMap(({ tasks }) => tasks),
        ({ task }) => taskKey(task),
      ).values(),
    ].flatMap(([first]) => first ?? []),
    proctored: of('proctored_exam').map(({ origin, item_ids }) => ({ ...origin, item_ids })),
    identity: lowestTerms(of('identity_questions').map(({ terms }) => terms)),
  }
}

/** The least time in an item, if any rule names it. */
export const itemStandard = ({ items }: Standards, itemId: number): CourseStandard | null =>
  longest(items.filter(({ item_ids: ids }) => ids.length === 0 || ids.includes(itemId)))

/** The time that is missing until a least time is reached. */
export const missingOf = (standard: Standard | null, counted: number): number =>
  standard ? Math.max(0, standard.milliseconds - counted) : 0

/**
 * The least time in the course of which most is missing, and of those that are reached the longest (TRD-005); null where no
 * rule asks for one.
 */
export const courseStandard = ({ courses }: Standards, total: Counted): CourseStandard | null => {
  const missing = (standard: CourseStandard) => missingOf(standard, countedFor(standard, total))
  return courses.reduce<CourseStandard | null>(
    (best, one) => (best && (missing(best) - missing(one) || best.milliseconds - one.milliseconds) >= 0 ? best : one),
    null,
  )
}

/** The time that is missing until every least time in the course is reached. */
export const missingInCourse = (standards: Standards, total: Counted): number => {
  const standard = courseStandard(standards, total)
  return standard ? missingOf(standard, countedFor(standard, total)) : 0
}

/** The tasks that nobody has signed off yet (TRD-031). */
export const missingTasks = ({ tasks }: Standards, signed: readonly { task: string }[]): TaskStandard[] => {
  const keys = new Set(signed.map(({ task }) => taskKey(task)))
  return tasks.filter(({ task }) => !keys.has(taskKey(task)))
}

/** The first rule that asks for a proctor at an exam; null where none does (TRD-037). */
export const proctorStandard = ({ proctored }: Standards, examId: number): ProctorStandard | null =>
  proctored.find(({ item_ids: ids }) => ids.length === 0 || ids.includes(examId)) ?? null

/** A limit with the time that has counted on the day in all of its courses. */
export type LimitToday = DayLimit & { counted: number }

/** The limit with the least left, which stops first; null where no rule limits the day (TRD-005). */
export const tightest = (limits: readonly LimitToday[]): (LimitToday & { left: number }) | null =>
  limits
    .map((limit) => ({ ...limit, left: Math.max(0, limit.milliseconds - limit.counted) }))
    .reduce<(LimitToday & { left: number }) | null>((best, one) => (best && best.left <= one.left ? best : one), null)
