import { addDays, addMonthsToDay, type Day, dayOf, startOfDay } from '#kernel/format/day.ts'

export const PERIODS = ['daily', 'weekly', 'monthly'] as const
export type SchedulePeriod = (typeof PERIODS)[number]

/** When a report is sent: at an hour of the portal's clock, every day, on a day of the week, or on a day of the month. */
export type Rhythm = {
  period: SchedulePeriod
  /** 0 to 23. */
  hour: number
  /** 0 is Sunday; of a weekly one. */
  weekday: number | null
  /** 1 to 31; a month without that day has it on its last. Of a monthly one. */
  month_day: number | null
}

const HOUR_MS = 3_600_000

const clocks = new Map<string, Intl.DateTimeFormat>()
const hourIn = (moment: number, zone: string): number => {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', hour: 'numeric' })
  clocks.set(zone, clock)
  return Number(clock.format(moment))
}

/**
 * The moment at which a day of a time zone has reached an hour: the first one of an hour that the clock repeats, and the
 * moment after the gap for one that it skips, so that each day has exactly one (REP-022).
 */
export const momentAt = (day: Day, hour: number, zone: string): Date => {
  const start = startOfDay(day, zone).getTime()
  // Zones change their clocks by quarters of an hour at the least.
  for (let moment = start; moment < start + 26 * HOUR_MS; moment += HOUR_MS / 4) {
    if (dayOf(moment, zone) !== day) break
    if (hourIn(moment, zone) >= hour) return new Date(moment)
  }
  return startOfDay(addDays(day, 1), zone)
}

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The first day from this one on, itself included, on which the report is sent. */
const dayFrom = (day: Day, rhythm: Rhythm): Day => {
  if (rhythm.period === 'daily') return day
  if (rhythm.period === 'weekly') return addDays(day, ((rhythm.weekday ?? 0) - weekdayOf(day) + 7) % 7)
  const first = `${day.slice(0, 7)}-01`
  const inMonth = (start: Day): Day => {
    const last = addDays(addMonthsToDay(start, 1), -1)
    const dayOfMonth = `${start.slice(0, 7)}-${String(rhythm.month_day ?? 1).padStart(2, '0')}`
    return dayOfMonth < last ? dayOfMonth : last
  }
  const own = inMonth(first)
  return own >= day ? own : inMonth(addMonthsToDay(first, 1))
}

/** The first due moment after `after` (REP-021, REP-022). */
export const nextDue = (rhythm: Rhythm, after: Date, zone: string): Date => {
  for (let day = dayFrom(dayOf(after, zone), rhythm); ; day = dayFrom(addDays(day, 1), rhythm)) {
    const due = momentAt(day, rhythm.hour, zone)
    if (due > after) return due
  }
}

/**
 * The due moment to send now, of a schedule whose next one was `due`: after a standstill the latest that has passed, since
 * several of the same report at once say nothing more (REP-022).
 */
export const latestDue = (rhythm: Rhythm, due: Date, now: Date, zone: string): Date => {
  let latest = due
  for (let next = nextDue(rhythm, due, zone); next <= now; next = nextDue(rhythm, next, zone)) latest = next
  return latest
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday] ?? ''
export const hourName = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`

/** A rhythm in words: "Every Monday at 7:00 AM". */
export const rhythmWords = ({ period, hour, weekday, month_day: monthDay }: Rhythm): string => {
  const at = `at ${hourName(hour)}`
  if (period === 'daily') return `Every day ${at}`
  if (period === 'weekly') return `Every ${weekdayName(weekday ?? 0)} ${at}`
  return (monthDay ?? 1) > 28
    ? `On day ${monthDay} or the last day of each month ${at}`
    : `On day ${monthDay} of each month ${at}`
}
