import { type DateFormat, formatDate } from './date.ts'

/** A day of the calendar, `YYYY-MM-DD`. Days compare as text. */
export type Day = string

/** The time zone of a portal that has not chosen one (PRT-077). */
export const DEFAULT_TIME_ZONE = 'America/New_York'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const formatters = new Map<string, Intl.DateTimeFormat>()
const formatterOf = (zone: string): Intl.DateTimeFormat => {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/**
 * Whether the clock knows an IANA time zone by this name. An offset such as `+05:00` has no daylight saving time and
 * does not count.
 */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatterOf(name)
    return true
  } catch {
    return false
  }
}

/** The day on which a moment falls in a time zone. */
export const dayOf = (instant: Date | string | number, zone: string): Day => {
  const parts = { year: '', month: '', day: '' }
  for (const { type, value } of formatterOf(zone).formatToParts(new Date(instant)))
    if (type in parts) parts[type as 'day'] = value
  return `${parts.year.padStart(4, '0')}-${parts.month}-${parts.day}`
}

const utcOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (utc: number): Day => new Date(utc).toISOString().slice(0, 10)

/** The day a number of days later, or earlier. */
export const addDays = (day: Day, days: number): Day => dayAt(utcOf(day) + days * DAY_MS)

/** How many days `to` is after `from`; 0 on the same day. */
export const daysBetween = (from: Day, to: Day): number => Math.round((utcOf(to) - utcOf(from)) / DAY_MS)

/** The same day a number of months later; the last of the month where it lacks that day (January 31 and one month: February 28). */
export const addMonthsToDay = (day: Day, months: number): Day => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/**
 * The first moment of a day in a time zone: mostly midnight, an hour later where the clock is put forward at midnight. A
 * day that a zone has skipped begins with the next one.
 */
export const startOfDay = (day: Day, zone: string): Date => {
  // No zone is further from UTC than 16 hours, and none has skipped more than one day.
  let before = utcOf(day) / 1000 - (26 * HOUR_MS) / 1000
  let after = utcOf(day) / 1000 + (50 * HOUR_MS) / 1000
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayOf(middle * 1000, zone) < day) before = middle
    else after = middle
  }
  return new Date(after * 1000)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, ...WALL_CLOCK })
  clocks.set(zone, clock)
  return clock
}
const WALL_CLOCK = {
  calendar: 'gregory',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
const offsetAt = (utc: number, zone: string): number => {
  const parts: Record<string, number> = {}
  for (const { type, value } of clockOf(zone).formatToParts(utc)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utc / 1000) * 1000
}

/**
 * The same time of day a number of months later in a time zone. An hour that the clock leaves out or repeats may move the
 * time, never the day.
 */
export const addMonthsIn = (instant: Date, months: number, zone: string): Date => {
  const day = dayOf(instant, zone)
  const later = addMonthsToDay(day, months)
  const timeOfDay = instant.getTime() + offsetAt(instant.getTime(), zone) - utcOf(day)
  const wall = utcOf(later) + timeOfDay
  const near = wall - offsetAt(wall, zone)
  const moment = wall - offsetAt(near, zone)
  const first = startOfDay(later, zone).getTime()
  return new Date(Math.min(Math.max(moment, first), lastMomentOf(later, zone).getTime()))
}

/** What the clocks of a time zone show at a moment, as `2026-11-30T09:00`. */
export const clockIn = (instant: Date | string, zone: string): string => {
  const utc = new Date(instant).getTime()
  return new Date(utc + offsetAt(utc, zone)).toISOString().slice(0, 16)
}

/** The moment at which the clocks of a time zone show this; an hour later where they leave it out, the first where they repeat it. */
export const momentIn = (clock: string, zone: string): Date => {
  const wall = Date.parse(`${clock}Z`)
  const [before = 0, after = 0] = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near, zone))
  const isShown = (moment: number) => moment + offsetAt(moment, zone) === wall
  if (isShown(before) && isShown(after)) return new Date(Math.min(before, after))
  return new Date(isShown(after) ? after : before)
}

/** The first moment after a day in a time zone. What holds "until the end of the day" ends here. */
export const endOfDay = (day: Day, zone: string): Date => startOfDay(addDays(day, 1), zone)

/** The last moment of a day, for what is due on it. */
export const lastMomentOf = (day: Day, zone: string): Date => new Date(endOfDay(day, zone).getTime() - 1)

/** The last day on which something counts that ends at this moment: an end at midnight belongs to the day before. */
export const lastDayBefore = (end: Date | string, zone: string): Day => dayOf(new Date(end).getTime() - 1, zone)

/** Whether a due date is over: it holds until the end of its day in the time zone. */
export const isPastDay = (due: Date | string, now: Date, zone: string): boolean => dayOf(due, zone) < dayOf(now, zone)

/** The moments of a span of days in a time zone, both days included: from the first of them up to, without, `before`. */
export const spanOfDays = (
  { date_from: from, date_to: to }: { date_from?: string | undefined; date_to?: string | undefined },
  zone: string,
): { from: Date | undefined; before: Date | undefined } => ({
  from: from ? startOfDay(from, zone) : undefined,
  before: to ? endOfDay(to, zone) : undefined,
})

/** A day as people read it, the same everywhere. */
export const formatDay = (day: Day, format: Exclude<DateFormat, 'long_time'> = 'short'): string =>
  formatDate(`${day}T00:00:00Z`, format)
