import { addDays, type Day } from '#kernel/format/day.ts'
import { type TradeRule, versionFor } from './model.ts'

/** Equal for titles that differ in capitals and spaces alone: a session typed by hand counts for the rule (TRD-031). */
export const taskKey = (title: string): string => title.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Each title once, the first way in which it is written. */
export const distinctTasks = (titles: readonly string[]): string[] =>
  [...Map.groupBy(titles, taskKey).values()].flatMap(([first]) => first ?? [])

/** The days of enrollment for which a rule can differ on a day: today, and before each version for new enrollments. */
const daysThatDiffer = ({ versions }: TradeRule, on: Day): Day[] => [
  on,
  ...versions.filter(({ is_for_new }) => is_for_new).map(({ from_day }) => addDays(from_day, -1)),
]

/** The tasks that rules ask of anybody in a course on a day, of those who enrolled earlier too (TRD-033). */
export const tasksOfCourse = (rules: readonly TradeRule[], courseId: number, on: Day): string[] =>
  distinctTasks(
    rules
      .filter(({ kind }) => kind === 'hands_on')
      .flatMap((rule) => daysThatDiffer(rule, on).map((enrolled_on) => versionFor(rule, { on, enrolled_on })))
      .flatMap((version) => (version?.course_ids.includes(courseId) ? version.tasks : [])),
  )
