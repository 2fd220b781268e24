import { loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { reportSeatTime, showSeatTime } from '../../contract.ts'
import { countReport } from '../../rules/clock.ts'
import { askWhenDue, settleIdentity } from '../identity/ask.ts'
import type { TakenCourses } from '../ports.ts'
import { addTime, lockClock, setClock, stopClock } from '../seat-store.ts'
import { limitOf, presentStanding, readStanding, withTime } from '../standing.ts'

type Body = Input<typeof reportSeatTime>['body']

/** The item that a report names, in the course of the enrollment and open to its learner. */
const requireOpenItem = async (tx: Tx, ctx: SignedIn, takenCourses: TakenCourses, body: Body): Promise<void> => {
  const course = (await takenCourses(tx, ctx.portal.id, [body.related_id])).get(body.related_id)
  const item = course?.items.find(({ id, type }) => id === body.item_id && type === body.item_type)
  if (!item) throw fail('not_found')
  if (!item.is_open) throw fail('not_enough_permissions')
}

type Needs = { takenCourses: TakenCourses; secret: string }

/**
 * A report that an item is open and in use: counts the time that the server saw pass since the last one of the same visit, up
 * to the limit of the day (TRD-007, TRD-008, TRD-013). Time of somebody who acts as the learner counts for nobody. Nothing
 * counts while identity questions stand in the way, and one that is due is asked (TRD-052, TRD-053).
 */
export const reportTime = async (tx: Tx, ctx: SignedIn, { takenCourses, secret }: Needs, body: Body) => {
  const enrollment = await loadOwnEnrollment(tx, ctx, { related_id: body.related_id, to: 'work' })
  await requireOpenItem(tx, ctx, takenCourses, body)
  const person = { portal_id: ctx.portal.id, user_id: ctx.viewer.user_id }
  const clock = await lockClock(tx, person)
  const read = await readStanding(tx, ctx, enrollment)
  if (!read.is_measured || ctx.viewer.impersonator_id !== null)
    return { data: await presentStanding(tx, ctx, read, body) }
  const identity = read.identity && (await settleIdentity(tx, ctx, enrollment, read.identity))
  const before = { ...read, identity }
  if (identity && identity.state !== 'clear') {
    await stopClock(tx, person)
    return { data: await presentStanding(tx, ctx, before, body) }
  }

  const { item_type, item_id } = body
  const at = { visit: body.visit, enrollment_id: enrollment.id, item_type, item_id }
  const passed = countReport(clock, { ...at, now: ctx.now })
  const left = limitOf(before, body)?.left ?? null
  const milliseconds = Math.min(passed, left ?? passed)
  await addTime(tx, {
    ...person,
    ...{ enrollment_id: enrollment.id, course_id: enrollment.course_id, item_type, item_id },
    day: before.today,
    milliseconds,
  })
  const after = withTime(before, body, milliseconds)
  if (identity && !body.is_end && left !== 0) {
    const item = { item_type, item_id }
    const moment = { counted: after.total.milliseconds, item, secret }
    after.identity = await askWhenDue(tx, ctx, enrollment, identity, moment)
  }
  if (after.identity && after.identity.state !== 'clear') await stopClock(tx, person)
  else if (!body.is_end) await setClock(tx, person, { ...at, at: ctx.now })
  else if (clock?.visit === body.visit) await stopClock(tx, person)
  return { data: await presentStanding(tx, ctx, after, body) }
}

/** What rules ask of an own course, and what counts so far; nothing is counted. */
export const showTime = async (tx: Tx, ctx: SignedIn, query: Input<typeof showSeatTime>['query']) => {
  const enrollment = await loadOwnEnrollment(tx, ctx, { related_id: query.related_id })
  const { item_type, item_id } = query
  const item = item_id === undefined ? null : { item_type: item_type ?? 'Text', item_id }
  return { data: await presentStanding(tx, ctx, await readStanding(tx, ctx, enrollment), item) }
}
