import { fail } from '#kernel/errors.ts'
import type { Day } from '#kernel/format/day.ts'
import { formatNumber } from '#kernel/format.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { MOST_MINUTES, type RuleKind } from '../rules/model.ts'
import { coursesNamed, itemsOf } from './store.ts'

export type CheckedVersion = {
  kind: RuleKind
  from_day: Day
  until_day: Day | null
  minutes: number
  course_ids: readonly number[]
  item_ids: readonly number[]
}

const refuse = (field: string, text: string) => fail('invalid', { fields: { [field]: [text] } })

/**
 * Refuses a version with a last day before its first, more minutes than its kind allows, a course that is not a published one
 * of the portal, or an item of none of its courses (TRD-001, TRD-019).
 */
export const requireSound = async (tx: Tx, portalId: number, version: CheckedVersion): Promise<void> => {
  const { kind, from_day, until_day, minutes, course_ids, item_ids } = version
  if (until_day !== null && until_day < from_day)
    throw refuse('until_day', 'Please choose a last day that is not before the first.')
  if (minutes > MOST_MINUTES[kind])
    throw refuse('minutes', `Please enter no more than ${formatNumber(MOST_MINUTES[kind])} minutes.`)
  const courses = await coursesNamed(tx, portalId, course_ids)
  const isKnown = (id: number) => {
    const course = courses.get(id)
    return course !== undefined && course.publication_status !== PUBLICATION.draft
  }
  if (!course_ids.every(isKnown)) throw refuse('course_ids', 'Please choose published courses of this portal.')
  if (item_ids.length === 0) return
  const items = new Set((await itemsOf(tx, portalId, course_ids)).map(({ id }) => id))
  if (!item_ids.every((id) => items.has(id))) throw refuse('item_ids', 'Please choose items of these courses.')
}

/** Only a least time in items names items. */
export const fitting = <V extends { item_ids: readonly number[] }>(kind: RuleKind, version: V): V =>
  kind === 'item_time' ? version : { ...version, item_ids: [] }
