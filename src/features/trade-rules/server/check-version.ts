import { fail } from '#kernel/errors.ts'
import type { Day } from '#kernel/format/day.ts'
import { formatNumber } from '#kernel/format.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { isTimeKind, MOST_MINUTES, type RuleKind, type RuleVersion } from '../rules/model.ts'
import { distinctTasks } from '../rules/tasks.ts'
import { coursesNamed, examsOf, itemsOf } from './store.ts'

export type CheckedVersion = {
  kind: RuleKind
  from_day: Day
  until_day: Day | null
  minutes: number | null
  answer_seconds: number | null
  most_mistakes: number | null
  tasks: readonly string[]
  course_ids: readonly number[]
  item_ids: readonly number[]
}

const refuse = (field: string, text: string) => fail('invalid', { fields: { [field]: [text] } })

/** Refuses what is missing of the kind or more than it allows, and tasks that are there twice (TRD-001, TRD-030, TRD-050). */
const requireAsked = ({ kind, minutes, answer_seconds, most_mistakes, tasks }: CheckedVersion): void => {
  if (kind === 'proctored_exam') return
  if (!isTimeKind(kind)) {
    if (tasks.length === 0) throw refuse('tasks', 'Please enter at least one task.')
    if (distinctTasks(tasks).length < tasks.length) throw refuse('tasks', 'List each task once.')
    return
  }
  if (minutes === null) throw refuse('minutes', 'Please enter a whole number of minutes.')
  if (minutes > MOST_MINUTES[kind])
    throw refuse('minutes', `Please enter no more than ${formatNumber(MOST_MINUTES[kind])} minutes.`)
  if (kind !== 'identity_questions') return
  if (answer_seconds === null) throw refuse('answer_seconds', 'Please enter a whole number of seconds.')
  if (most_mistakes === null) throw refuse('most_mistakes', 'Please enter a whole number.')
}

/**
 * Refuses a version with a last day before its first, something else than its kind asks, a course that is not a published one
 * of the portal, or an item of none of its courses (TRD-001, TRD-019).
 */
export const requireSound = async (tx: Tx, portalId: number, version: CheckedVersion): Promise<void> => {
  const { from_day, until_day, course_ids, item_ids } = version
  if (until_day !== null && until_day < from_day)
    throw refuse('until_day', 'Please choose a last day that is not before the first.')
  requireAsked(version)
  const courses = await coursesNamed(tx, portalId, course_ids)
  const isKnown = (id: number) => {
    const course = courses.get(id)
    return course !== undefined && course.publication_status !== PUBLICATION.draft
  }
  if (!course_ids.every(isKnown)) throw refuse('course_ids', 'Please choose published courses of this portal.')
  if (item_ids.length === 0) return
  const isOfExams = version.kind === 'proctored_exam'
  const named = isOfExams ? await examsOf(tx, portalId, course_ids) : await itemsOf(tx, portalId, course_ids)
  const items = new Set(named.map(({ id }) => id))
  if (!item_ids.every((id) => items.has(id)))
    throw refuse('item_ids', `Please choose ${isOfExams ? 'exams' : 'items'} of these courses.`)
}

type KindFields = Pick<
  RuleVersion,
  'minutes' | 'answer_seconds' | 'most_mistakes' | 'counts_tests' | 'tasks' | 'item_ids'
>

/** Only what the kind asks: items, tasks and minutes are kept for the kinds that have them. */
export const fitting = <V extends KindFields>(kind: RuleKind, version: V): V => ({
  ...version,
  minutes: isTimeKind(kind) ? version.minutes : null,
  answer_seconds: kind === 'identity_questions' ? version.answer_seconds : null,
  most_mistakes: kind === 'identity_questions' ? version.most_mistakes : null,
  counts_tests: (kind !== 'day_limit' && kind !== 'course_time') || version.counts_tests,
  tasks: kind === 'hands_on' ? version.tasks : [],
  item_ids: kind === 'item_time' || kind === 'proctored_exam' ? version.item_ids : [],
})
