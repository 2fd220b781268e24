import type { Day } from '#kernel/format/day.ts'

/** A span of days, both ends included, as `YYYY-MM-DD`. */
export type Days = { from: string; to: string }
export type Period = Days & { value: string; label: string }

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/**
 * A number of whole months, starting with this month of this year; month numbers outside of 1 to 12 belong to the
 * neighboring years.
 */
const months = (year: number, month: number, count: number): Days => ({
  from: dayOf(year, month, 1),
  to: dayOf(year, month + count, 0),
})

/** The months, quarters and years that books are kept by, as of `today`, the day of the portal (PRT-078). */
export const periodsOf = (today: Day): Period[] => {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  const quarter = month - (month % 3)
  return [
    { value: 'this-month', label: 'This month', ...months(year, month, 1) },
    { value: 'last-month', label: 'Last month', ...months(year, month - 1, 1) },
    { value: 'this-quarter', label: 'This quarter', ...months(year, quarter, 3) },
    { value: 'last-quarter', label: 'Last quarter', ...months(year, quarter - 3, 3) },
    { value: 'this-year', label: 'This year', ...months(year, 0, 12) },
    { value: 'last-year', label: 'Last year', ...months(year - 1, 0, 12) },
  ]
}
