import { addDays, addMonthsToDay, type Day } from '#kernel/format/day.ts'

/** How many months a forecast looks ahead, the current one included. */
export const FORECAST_MONTHS = 12

/** What one requirement asks of a person. */
export type Need = {
  course_id: number
  /** Courses that renew it as well while it is held or in grace; people take the first one (CMP-042). */
  refresher_ids: readonly number[]
  renews_from: 'completion' | 'last_day'
  grace_days: number
  valid_months: number | null
  /** The last day of what they hold, null where they hold nothing now. */
  until: Day | null
  /** The last day on which a refresher renews it; null where the initial course is the next one. */
  refresher_until: Day | null
}
export type SeatNeed = { course_id: number; month: string }

const monthOf = (day: Day): string => day.slice(0, 7)

/** The months of a forecast as `YYYY-MM`, beginning with the current one. */
export const monthsFrom = (today: Day): string[] =>
  Array.from({ length: FORECAST_MONTHS }, (_, index) => monthOf(addMonthsToDay(`${monthOf(today)}-01`, index)))

type Taken = { course_id: number; day: Day }

const isRefreshed = ({ refresher_until }: Need, day: Day): boolean => refresher_until !== null && day <= refresher_until

const nextCourse = (need: Need, day: Day): number =>
  (isRefreshed(need, day) ? need.refresher_ids[0] : undefined) ?? need.course_id

/** A need after a course was completed: the same where it renews nothing, and none where it is met for good. */
const after = (need: Need, { course_id, day }: Taken): Need[] => {
  const { refresher_ids, valid_months: months, until } = need
  const isRefresher = refresher_ids.includes(course_id) && isRefreshed(need, day)
  if (course_id !== need.course_id && !isRefresher) return [need]
  if (months === null) return []
  const isFromEnd = isRefresher && need.renews_from === 'last_day'
  const ends = addMonthsToDay(isFromEnd ? (until ?? day) : day, months)
  // A refresher that comes early shortens nothing.
  const end = until !== null && until > ends ? until : ends
  return [{ ...need, until: end, refresher_until: refresher_ids.length > 0 ? addDays(end, need.grace_days) : null }]
}

/**
 * The seats that a person needs, by course and month: in the month in which the first of the requirements runs out, in the
 * current one where it has run out or was never met; each seat renews all that its course renews. Somebody who is in a course
 * that renews something has that seat already (CMP-038, CMP-043).
 */
export const seatsNeeded = (
  needs: readonly Need[],
  { today, running }: { today: Day; running: readonly number[] },
): SeatNeed[] => {
  const horizon = addDays(addMonthsToDay(`${monthOf(today)}-01`, FORECAST_MONTHS), -1)
  const seats: SeatNeed[] = []
  let open = running.reduce(
    (all: readonly Need[], course_id) => all.flatMap((need) => after(need, { course_id, day: today })),
    needs,
  )
  while (true) {
    const dueOf = ({ until }: Need) => (until === null || until < today ? today : until)
    const next = open.toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)))[0]
    if (next === undefined || dueOf(next) > horizon) return seats
    const taken = { course_id: nextCourse(next, dueOf(next)), day: dueOf(next) }
    seats.push({ course_id: taken.course_id, month: monthOf(taken.day) })
    open = open.flatMap((need) => after(need, taken))
  }
}

type Row = { seats: number; in_stock: number }

/** How many seats of each course are to be bought: what its own credits leave, less the general ones, in the order of the courses. */
export const toBuy = (rows: readonly Row[], general: number): number[] => {
  let left = general
  return rows.map(({ seats, in_stock }) => {
    const missing = Math.max(0, seats - in_stock)
    const covered = Math.min(missing, left)
    left -= covered
    return missing - covered
  })
}
