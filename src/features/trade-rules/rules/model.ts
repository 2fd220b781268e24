import type { Day } from '#kernel/format/day.ts'

/**
 * What a rule of the trade asks: most time a day, least time in each item, least time in the course (TRD-001), hands-on
 * tasks that an instructor signs off (TRD-030), exams that begin in the presence of a proctor (TRD-037), questions that check
 * who is learning (TRD-050).
 */
export const RULE_KINDS = [
  'day_limit',
  'item_time',
  'course_time',
  'hands_on',
  'proctored_exam',
  'identity_questions',
] as const
export type RuleKind = (typeof RULE_KINDS)[number]

/** The kinds that go by time, for which it is counted; each version of them names minutes. */
export type TimeKind = Exclude<RuleKind, 'hands_on' | 'proctored_exam'>
export const isTimeKind = (kind: RuleKind): kind is TimeKind => kind !== 'hands_on' && kind !== 'proctored_exam'

/** The most minutes that a version of each kind can name. */
export const MOST_MINUTES = {
  day_limit: 1440,
  item_time: 600,
  course_time: 60_000,
  identity_questions: 600,
} as const satisfies Record<TimeKind, number>

/** How long a version can give for the answer to an identity question, and how many wrong or missed ones it can allow. */
export const ANSWER_SECONDS = { least: 15, most: 600 } as const
export const MOST_MISTAKES = 20

/** The most hands-on tasks that a version can name: as many as a crew session has. */
export const MOST_RULE_TASKS = 12

/** Items that a least time in each item applies to, and that are not finished without it (TRD-006). */
export const READ_ITEM_TYPES = ['Text', 'Document', 'Audio', 'Video'] as const
export type ReadItemType = (typeof READ_ITEM_TYPES)[number]
/** Tests and packages: their time counts where the version says so, and their own result finishes them (TRD-062). */
export const TEST_ITEM_TYPES = ['Exam', 'Survey', 'Assignment', 'ScormModule'] as const
/** In which items seat time is counted (TRD-010, TRD-060). */
export const SEAT_ITEM_TYPES = [...READ_ITEM_TYPES, ...TEST_ITEM_TYPES] as const
export type SeatItemType = (typeof SEAT_ITEM_TYPES)[number]

export const isReadItem = (type: string): boolean => (READ_ITEM_TYPES as readonly string[]).includes(type)
export const isSeatItem = (type: string): boolean => (SEAT_ITEM_TYPES as readonly string[]).includes(type)

/** What a rule says from a day on; it is never changed. */
export type RuleVersion = {
  id: number
  from_day: Day
  /** The last day on which it holds; null where it has none. */
  until_day: Day | null
  is_retired: boolean
  /** Applies to enrollments made on its first day or later; others keep the version before it (TRD-004). */
  is_for_new: boolean
  title: string
  source: string
  /** Null where it asks for hands-on tasks or a proctor. */
  minutes: number | null
  /** Of identity questions alone: the seconds to answer, and how many wrong or missed answers lock the course (TRD-050). */
  answer_seconds: number | null
  most_mistakes: number | null
  /** Whether time in tests and packages counts too (TRD-062). */
  counts_tests: boolean
  /** The titles of hands-on tasks; empty where it asks for time. */
  tasks: readonly string[]
  course_ids: readonly number[]
  /** Module items or exams that it applies to; all of the courses where it names none (TRD-006, TRD-037). */
  item_ids: readonly number[]
}

/** A rule with its versions in the order of their first days, and of those with the same day in that of their ids. */
export type TradeRule = { id: number; kind: RuleKind; versions: readonly RuleVersion[] }

/** A day, and the day on which the enrollment was made. */
export type RuleDay = { on: Day; enrolled_on: Day }

const isOver = ({ is_retired, until_day }: RuleVersion, on: Day): boolean =>
  is_retired || (until_day !== null && until_day < on)

/** The version of a rule that applies to an enrollment on a day; null where nothing is asked (TRD-002 to TRD-004). */
export const versionFor = ({ versions }: TradeRule, { on, enrolled_on }: RuleDay): RuleVersion | null => {
  const version = versions.findLast(
    ({ from_day, is_for_new }) => from_day <= on && (!is_for_new || from_day <= enrolled_on),
  )
  return version && !isOver(version, on) ? version : null
}

/** The version that holds on a day for those who are enrolled on it; null before the first one and after the last. */
export const currentVersion = (rule: TradeRule, on: Day): RuleVersion | null =>
  versionFor(rule, { on, enrolled_on: on })

/** The order in which versions hold. */
export const inOrder = <V extends Pick<RuleVersion, 'from_day' | 'id'>>(versions: readonly V[]): V[] =>
  versions.toSorted((a, b) => (a.from_day === b.from_day ? a.id - b.id : a.from_day < b.from_day ? -1 : 1))

/** A rule as it would be with one more version; that of a rule that is not there yet is its first. */
export const withVersion = (rule: TradeRule, version: RuleVersion): TradeRule => ({
  ...rule,
  versions: inOrder([...rule.versions, version]),
})
