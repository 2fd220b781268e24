import { addDays, type Day, dayOf, endOfDay, formatDay, lastMomentOf, startOfDay } from '#kernel/format/day.ts'
import { courseAccessEnds } from '#kernel/product/legal.ts'
import { type Dates, isSameState, type Plan, refused, unchanged } from './plan.ts'

/** To the end of a day, or by days from where it is. */
export type Shift = { on: Day } | { by_days: number }
export type ExtendRequest = { due: Shift | null; access: Shift | null }

export type ExtendFacts = {
  dates: Dates
  course: string
  is_ended: boolean
  is_completed: boolean
  /** The learner has another enrollment in the course that has not run out. */
  is_enrolled_again: boolean
  /** From when the term of five years counts (USR-021). */
  term_from: Date
  time_zone: string
  now: Date
}

/** A date beyond is as good as none, and counting on from it would leave the calendar. */
const FAR = new Date('9000-01-01T00:00:00.000Z')

/** As many days later, at the same time of the day; the end of a day stays the end of a day when the clocks change. */
const laterBy = (moment: Date, days: number, zone: string): Date => {
  if (moment >= FAR) return moment
  const from = dayOf(moment, zone)
  const to = addDays(from, days)
  if (moment.getTime() === lastMomentOf(from, zone).getTime()) return lastMomentOf(to, zone)
  return new Date(startOfDay(to, zone).getTime() + (moment.getTime() - startOfDay(from, zone).getTime()))
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)

type Extended = { dates: Dates; reason: string | null } | { refused: string }

const extendDates = ({ due, access }: ExtendRequest, facts: ExtendFacts): Extended => {
  const { dates, time_zone: zone, now } = facts
  let dueAt = dates.due_at === null ? null : new Date(dates.due_at)
  let expiresAt = new Date(dates.expires_at)
  let reason: string | null = null
  if (due) {
    if ('by_days' in due && dueAt === null) return { refused: 'Has no due date that could be moved by days.' }
    const chosen = 'on' in due ? lastMomentOf(due.on, zone) : laterBy(dueAt as Date, due.by_days, zone)
    const moved = dueAt === null ? chosen : later(dueAt, chosen)
    if (moved.getTime() !== dueAt?.getTime()) {
      if (moved <= now) return { refused: 'The new due date is still in the past.' }
      if (moved <= new Date(dates.starts_at)) return { refused: 'The new due date is not after the start.' }
    }
    dueAt = moved
  }
  if (access) {
    const chosen = 'on' in access ? endOfDay(access.on, zone) : laterBy(expiresAt, access.by_days, zone)
    const term = courseAccessEnds(facts.term_from, zone)
    const moved = later(expiresAt, chosen > term ? term : chosen)
    if (chosen > term && chosen > expiresAt)
      reason = `Access ends with its term of five years, on ${formatDay(dayOf(new Date(moved.getTime() - 1), zone))}.`
    if (moved > expiresAt) {
      if (moved <= now) return { refused: 'The new end of access is still in the past.' }
      if (expiresAt <= now && facts.is_enrolled_again) return { refused: `Is enrolled in ${facts.course} again.` }
    }
    expiresAt = moved
  }
  return {
    dates: {
      starts_at: dates.starts_at,
      due_at: dueAt ? dueAt.toISOString() : null,
      expires_at: expiresAt.toISOString(),
    },
    reason,
  }
}

/** What extending an enrollment would do (BLK-006). It never shortens: a date that is later already stays. */
export const decideExtend = (request: ExtendRequest, facts: ExtendFacts): Plan<Dates | null> => {
  const { dates, course } = facts
  if (facts.is_ended) return refused(`Is no longer enrolled in ${course}.`, dates)
  if (facts.is_completed) return refused(`Has completed ${course}.`, dates)
  const extended = extendDates(request, facts)
  if ('refused' in extended) return refused(extended.refused, dates)
  if (isSameState(extended.dates, dates)) return unchanged(extended.reason ?? 'The dates are as late already.', dates)
  return { outcome: 'changed', reason: extended.reason, credits: 0, before: dates, after: extended.dates }
}
