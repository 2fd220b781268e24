import type { Day } from '#kernel/format/day.ts'
import { type Counted, countedFor, sumOf } from './counted.ts'
import type { IdentityTerms } from './identity.ts'
import type { TradeRule } from './model.ts'
import {
  itemStandard,
  missingInCourse,
  missingOf,
  missingTasks,
  proctorStandard,
  type Standards,
  standardsOf,
} from './standards.ts'

/** Over how many days before the day a dry run looks at limits (TRD-020). */
export const LOOKED_BACK_DAYS = 30

export type SeatDay = Counted & { day: Day; course_id: number }

/** A learner who is in a course now, with the time that counted. */
export type PresentLearner = {
  related_id: number
  course_id: number
  enrolled_on: Day
  /** The texts, documents, audio and videos of the course as this learner sees it. */
  items: readonly { id: number; is_done: boolean }[]
  /** The exams of the course; done are those that are passed. */
  exams: readonly { id: number; is_done: boolean }[]
  /** Milliseconds by text, document, audio and video in this enrollment, and those in tests and packages. */
  counted: ReadonlyMap<number, number>
  in_tests: number
  /** The hands-on tasks that are signed off in this enrollment. */
  signed: readonly { task: string }[]
  /** Whether answers to identity questions are set up. */
  has_answers: boolean
  /** The person's time in all courses on the days before. */
  days: readonly SeatDay[]
}

export type QuestionTerms = Pick<IdentityTerms, 'minutes' | 'answer_seconds' | 'most_mistakes'>
export type Effect = {
  missing: number
  stopped: number
  tasks: number
  exams: number
  /** How identity questions are asked; null where none are. */
  questions: QuestionTerms | null
}

const questionsOf = ({ identity }: Standards): QuestionTerms | null =>
  identity && {
    minutes: identity.minutes,
    answer_seconds: identity.answer_seconds,
    most_mistakes: identity.most_mistakes,
  }

const isSame = (a: QuestionTerms | null, b: QuestionTerms | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.minutes === b.minutes &&
    a.answer_seconds === b.answer_seconds &&
    a.most_mistakes === b.most_mistakes)

/** How many of these learners have to set up answers to identity questions (TRD-059). */
export const countSetUps = (
  rules: readonly TradeRule[],
  learners: readonly Pick<PresentLearner, 'course_id' | 'enrolled_on' | 'has_answers'>[],
  on: Day,
): number => learners.filter((one) => !one.has_answers && standardsOf(rules, one, on).identity !== null).length

/** Time in items is time in the course, so that the larger of both is what is missing. */
const missingIn = (standards: Standards, { items, counted, in_tests }: PresentLearner): number => {
  const inItems = items
    .filter(({ is_done }) => !is_done)
    .reduce((sum, { id }) => sum + missingOf(itemStandard(standards, id), counted.get(id) ?? 0), 0)
  const total = { milliseconds: sumOf(counted.values()) + in_tests, in_tests }
  return Math.max(inItems, missingInCourse(standards, total))
}

/** The days on which one of the limits is reached by the time that was taken. */
const stoppedOn = ({ limits }: Standards, { days }: PresentLearner): number => {
  const stopped = new Set<Day>()
  for (const limit of limits) {
    const sums = new Map<Day, number>()
    for (const { day, course_id, ...time } of days)
      if (limit.course_ids.includes(course_id)) sums.set(day, (sums.get(day) ?? 0) + countedFor(limit, time))
    for (const [day, sum] of sums) if (sum >= limit.milliseconds) stopped.add(day)
  }
  return stopped.size
}

/**
 * What rules do to a present learner on a day: the time that is missing, the days that a limit stops, the tasks that are
 * missing, the exams that still need a proctor, and how identity questions are asked.
 */
export const effectOf = (rules: readonly TradeRule[], learner: PresentLearner, on: Day): Effect => {
  const standards = standardsOf(rules, learner, on)
  return {
    missing: missingIn(standards, learner),
    stopped: stoppedOn(standards, learner),
    tasks: missingTasks(standards, learner.signed).length,
    exams: learner.exams.filter(({ id, is_done }) => !is_done && proctorStandard(standards, id) !== null).length,
    questions: questionsOf(standards),
  }
}

export type Change<L extends PresentLearner> = { learner: L; before: Effect; after: Effect }

/** The learners for whom other rules change something, those who would miss most first (TRD-020). */
export const touchedBy = <L extends PresentLearner>(
  learners: readonly L[],
  rules: { before: readonly TradeRule[]; after: readonly TradeRule[] },
  on: Day,
): Change<L>[] =>
  learners
    .map((learner) => ({
      learner,
      before: effectOf(rules.before, learner, on),
      after: effectOf(rules.after, learner, on),
    }))
    .filter(
      ({ before, after }) =>
        before.missing !== after.missing ||
        before.stopped !== after.stopped ||
        before.tasks !== after.tasks ||
        before.exams !== after.exams ||
        !isSame(before.questions, after.questions),
    )
    .toSorted(
      (a, b) =>
        b.after.missing - b.before.missing - (a.after.missing - a.before.missing) ||
        b.after.tasks - b.before.tasks - (a.after.tasks - a.before.tasks) ||
        b.after.exams - b.before.exams - (a.after.exams - a.before.exams) ||
        b.after.stopped - a.after.stopped ||
        a.learner.related_id - b.learner.related_id,
    )
