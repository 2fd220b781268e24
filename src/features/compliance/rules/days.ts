import type { Day } from '#kernel/format/day.ts'

/** A day as the number of days since January 1 1970, so that 200,000 cells of a matrix are compared as numbers. */
export type DayNumber = number

const DAY_MS = 86_400_000
export const MONTHS_MOST = 240

export const dayNumber = (day: Day): DayNumber => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayText = (day: DayNumber): Day => new Date(day * DAY_MS).toISOString().slice(0, 10)

const later = new Map<number, DayNumber>()

/** The same day a number of months later; the last of the month where it lacks that day. Few days are asked for again and again. */
export const monthsLater = (day: DayNumber, months: number): DayNumber => {
  const key = day * (MONTHS_MOST + 1) + months
  const known = later.get(key)
  if (known !== undefined) return known
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const target = Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY_MS
  if (later.size > 50_000) later.clear()
  later.set(key, target)
  return target
}
