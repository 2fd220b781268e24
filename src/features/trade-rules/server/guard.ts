import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { addDays, formatDay } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { itemStandard, missingOf, missingTasks } from '../rules/standards.ts'
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

/**
 * Refuses to complete a course that lacks what rules ask: throws `seat_time_missing` where it has less than its least time
 * (TRD-012), and `hands_on_missing` with the tasks that nobody has signed off (TRD-031).
 */
export const requireCourseRules = async (tx: Tx, ctx: Call, enrollment: EnrolledPerson): Promise<void> => {
  const { standards, total, signed } = await readStanding(tx, ctx, enrollment)
  refuse(missingOf(standards.course, total), 'course')
  const tasks = missingTasks(standards, signed).map(({ task }) => task)
  if (tasks.length > 0) throw fail('hands_on_missing', { params: { tasks: tasks.join('; ') } })
}

/** Whether something that rules ask of a course is missing, and whether they ask for hands-on tasks. */
export const courseHold = async (
  tx: Tx,
  ctx: Call,
  enrollment: EnrolledPerson,
): Promise<{ is_held: boolean; asks_tasks: boolean }> => {
  const { standards, total, signed } = await readStanding(tx, ctx, enrollment)
  const is_held = missingOf(standards.course, total) > 0 || missingTasks(standards, signed).length > 0
  return { is_held, asks_tasks: standards.tasks.length > 0 }
}
