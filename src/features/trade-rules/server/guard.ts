import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { addDays, formatDay } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { itemStandard, missingOf } from '../rules/standards.ts'
import { timeText } from '../rules/words.ts'
import { type EnrolledPerson, readStanding, type Standing } from './standing.ts'

type Call = Pick<Context, 'portal' | 'now'>

const requireRoomToday = ({ limit, today }: Standing): void => {
  if (limit?.left !== 0) return
  const params = { limit: timeText(limit.milliseconds), day: formatDay(addDays(today, 1)) }
  throw fail('day_limit_reached', { params })
}

const refuse = (missing: number, what: 'item' | 'course'): void => {
  if (missing > 0) throw fail('seat_time_missing', { params: { time: timeText(missing), what } })
}

/**
 * Refuses to finish an item today: throws `day_limit_reached` where the limit of the day is reached, and
 * `seat_time_missing` where the item has less than its least time (TRD-011, TRD-013).
 */
export const requireItemTime = async (tx: Tx, ctx: Call, enrollment: EnrolledPerson, itemId: number): Promise<void> => {
  const standing = await readStanding(tx, ctx, enrollment)
  requireRoomToday(standing)
  refuse(missingOf(itemStandard(standing.standards, itemId), standing.counted.get(itemId) ?? 0), 'item')
}

/** Refuses to complete a course that has less than its least time: throws `seat_time_missing` (TRD-012). */
export const requireCourseTime = async (tx: Tx, ctx: Call, enrollment: EnrolledPerson): Promise<void> =>
  refuse(await missingCourseTime(tx, ctx, enrollment), 'course')

/** Milliseconds that a course lacks of its least time. */
export const missingCourseTime = async (tx: Tx, ctx: Call, enrollment: EnrolledPerson): Promise<number> => {
  const { standards, total } = await readStanding(tx, ctx, enrollment)
  return missingOf(standards.course, total)
}
