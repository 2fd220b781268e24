import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { addDays, formatDay } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { itemStandard, missingInCourse, missingOf, missingTasks } from '../rules/standards.ts'
import { timeText } from '../rules/words.ts'
import { requireIdentified } from './identity/standing.ts'
import { type EnrolledPerson, limitOf, readStanding, type Standing } from './standing.ts'

type Call = Pick<Context, 'portal' | 'now'>
type Item = NonNullable<Parameters<typeof limitOf>[1]>

const requireRoomToday = (standing: Standing, item: Item): void => {
  const [limit, { today }] = [limitOf(standing, item), standing]
  if (limit?.left !== 0) return
  const params = { limit: timeText(limit.milliseconds), day: formatDay(addDays(today, 1)) }
  throw fail('day_limit_reached', { params })
}

const refuse = (missing: number, what: 'item' | 'course'): void => {
  if (missing > 0) throw fail('seat_time_missing', { params: { time: timeText(missing), what } })
}

/**
 * Refuses to finish an item today: throws `day_limit_reached` where the limit of the day is reached,
 * `seat_time_missing` where the item has less than its least time (TRD-011, TRD-013), and what `requireIdentity` throws.
 */
export const requireItemTime = async (tx: Tx, ctx: Call, enrollment: EnrolledPerson, itemId: number): Promise<void> => {
  const standing = await readStanding(tx, ctx, enrollment)
  requireIdentified(ctx, standing.identity)
  requireRoomToday(standing, { item_type: 'Text', item_id: itemId })
  refuse(missingOf(itemStandard(standing.standards, itemId), standing.counted.get(itemId) ?? 0), 'item')
}

/**
 * Refuses a step in a course whose identity questions stand in its way: throws `identity_answers_needed` before the answers
 * are set up, `identity_question_open` while a question is open, and `identity_locked` (TRD-051, TRD-053, TRD-055).
 */
export const requireIdentity = async (tx: Tx, ctx: Call, enrollment: EnrolledPerson): Promise<void> => {
  requireIdentified(ctx, (await readStanding(tx, ctx, enrollment)).identity)
}

/**
 * Refuses to begin an exam, a knowledge check or a package today: throws `day_limit_reached` where a limit that counts its
 * time is reached, and what `requireIdentity` throws. What runs goes on (TRD-063).
 */
export const requireRoomToBegin = async (
  tx: Tx,
  ctx: Call,
  enrollment: EnrolledPerson,
  { type, id }: { type: string; id: number },
): Promise<void> => {
  const standing = await readStanding(tx, ctx, enrollment)
  requireIdentified(ctx, standing.identity)
  requireRoomToday(standing, { item_type: type, item_id: id })
}

/**
 * Refuses to complete a course that lacks what rules ask: throws `seat_time_missing` where it has less than its least time
 * (TRD-012), `hands_on_missing` with the tasks that nobody has signed off (TRD-031), and `proctor_not_confirmed` with the
 * passed exams whose proctor has not confirmed (TRD-044); and what `requireIdentity` throws.
 */
export const requireCourseRules = async (tx: Tx, ctx: Call, enrollment: EnrolledPerson): Promise<void> => {
  const { standards, total, signed, not_confirmed, identity } = await readStanding(tx, ctx, enrollment)
  requireIdentified(ctx, identity)
  refuse(missingInCourse(standards, total), 'course')
  const tasks = missingTasks(standards, signed).map(({ task }) => task)
  if (tasks.length > 0) throw fail('hands_on_missing', { params: { tasks: tasks.join('; ') } })
  if (not_confirmed.length > 0)
    throw fail('proctor_not_confirmed', { params: { exams: not_confirmed.map(({ exam }) => exam).join('; ') } })
}

/** Whether something that rules ask of a course is missing, and whether they ask for what other people confirm. */
export const courseHold = async (
  tx: Tx,
  ctx: Call,
  enrollment: EnrolledPerson,
): Promise<{ is_held: boolean; asks_people: boolean }> => {
  const { standards, total, signed, not_confirmed } = await readStanding(tx, ctx, enrollment)
  const is_held =
    missingInCourse(standards, total) > 0 || missingTasks(standards, signed).length > 0 || not_confirmed.length > 0
  return { is_held, asks_people: standards.tasks.length > 0 || standards.proctored.length > 0 }
}
