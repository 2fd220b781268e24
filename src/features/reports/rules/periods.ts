import { addDays, addMonthsToDay, type Day, daysBetween, formatDay } from '#kernel/format/day.ts'

/** A stretch of days of a chart, both included. */
export type Period = { from: Day; to: Day; label: string }

/** A chart of more bars than this cannot be read. */
const MOST_DAYS = 45
const MOST_MONTHS = 24
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`
const later = (one: Day, other: Day): Day => (one > other ? one : other)
const earlier = (one: Day, other: Day): Day => (one < other ? one : other)
const monthLabel = (day: Day): string => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/**
 * The stretches that a chart of these days shows, without a gap and in order: days where they are few, else months, at most
 * the last 24; without days, the last 12 months up to today (REP-016).
 */
export const periodsOf = (days: { date_from?: Day | undefined; date_to?: Day | undefined }, today: Day): Period[] => {
  const to = days.date_to ?? later(today, days.date_from ?? today)
  const from = days.date_from ?? addMonthsToDay(monthOf(to), -11)
  if (from > to) return []
  const count = daysBetween(from, to) + 1
  if (days.date_from && count <= MOST_DAYS)
    return Array.from({ length: count }, (_, index) => {
      const day = addDays(from, index)
      return { from: day, to: day, label: formatDay(day) }
    })
  const periods: Period[] = []
  for (
    let month = monthOf(to);
    month >= monthOf(from) && periods.length < MOST_MONTHS;
    month = addMonthsToDay(month, -1)
  )
    periods.unshift({
      from: later(month, from),
      to: earlier(addDays(addMonthsToDay(month, 1), -1), to),
      label: monthLabel(month),
    })
  return periods
}
