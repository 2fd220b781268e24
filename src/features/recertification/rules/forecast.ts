import { addDays, addMonthsToDay, type Day } from '#kernel/format/day.ts'

/** How many months a forecast looks ahead, the current one included. */
export const FORECAST_MONTHS = 12

/** What one requirement asks of a person: the last day of what they hold, null where they hold nothing now. */
export type Need = { until: Day | null; valid_months: number | null }

const monthOf = (day: Day): string => day.slice(0, 7)

/** The months of a forecast as `YYYY-MM`, beginning with the current one. */
export const monthsFrom = (today: Day): string[] =>
  Array.from({ length: FORECAST_MONTHS }, (_, index) => monthOf(addMonthsToDay(`${monthOf(today)}-01`, index)))

/**
 * The months in which a person needs a seat in one course, one entry for each seat: in the month in which the first of the
 * requirements that ask for it runs out, in the current one where it has run out or was never met; each seat renews them all.
 * Somebody who is in the course already has the first seat (CMP-038).
 */
export const seatMonths = (
  needs: readonly Need[],
  { today, is_enrolled }: { today: Day; is_enrolled: boolean },
): string[] => {
  const horizon = addDays(addMonthsToDay(`${monthOf(today)}-01`, FORECAST_MONTHS), -1)
  const renewed = (on: Day) =>
    needs.flatMap(({ valid_months }) => (valid_months === null ? [] : [addMonthsToDay(on, valid_months)]))
  const first = needs.map(({ until }) => (until === null || until < today ? today : until))
  const months: string[] = []
  let ends = is_enrolled ? renewed(today) : first
  while (true) {
    const next = ends.toSorted()[0]
    if (next === undefined || next > horizon) return months
    months.push(monthOf(next))
    ends = renewed(next)
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
