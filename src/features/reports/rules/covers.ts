import { addDays, addMonthsToDay, type Day, formatDay } from '#kernel/format/day.ts'

export const COVERS = ['last_day', 'last_7_days', 'last_30_days', 'last_month', 'all'] as const
export type Covers = (typeof COVERS)[number]

export const COVERS_NAMES: Record<Covers, string> = {
  last_day: 'The day before',
  last_7_days: 'The 7 days before',
  last_30_days: 'The 30 days before',
  last_month: 'The month before',
  all: 'All days',
}

/** The days of a scheduled report that is due on a day; the day itself is not over and not in it (REP-021). */
export const daysOf = (covers: Covers, due: Day): { date_from?: Day; date_to?: Day } => {
  const yesterday = addDays(due, -1)
  if (covers === 'all') return {}
  if (covers === 'last_month') {
    const first = `${due.slice(0, 7)}-01`
    return { date_from: addMonthsToDay(first, -1), date_to: addDays(first, -1) }
  }
  const count = { last_day: 1, last_7_days: 7, last_30_days: 30 }[covers]
  return { date_from: addDays(yesterday, 1 - count), date_to: yesterday }
}

/** The days of a report in words. */
export const periodWords = (
  { date_from: from, date_to: to }: { date_from?: Day; date_to?: Day },
  today: Day,
): string => {
  if (!from || !to) return `everything up to ${formatDay(today, 'long')}`
  return from === to ? formatDay(from, 'long') : `${formatDay(from, 'long')} to ${formatDay(to, 'long')}`
}
