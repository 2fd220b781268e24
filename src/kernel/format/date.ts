/** The date formats of UIX-018 and UIX-019. */
export const DATE_FORMATS = {
  numeric: 'MM/DD/YYYY',
  short: 'MMM D YYYY',
  long: 'MMMM D YYYY',
  long_time: 'MMMM D YYYY h:mm A',
} as const

export type DateFormat = keyof typeof DATE_FORMATS
export type DateLike = Date | string | number | null | undefined

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const twoDigits = (number: number) => String(number).padStart(2, '0')

const formatters = new Map<string | undefined, Intl.DateTimeFormat>()

const timeFormatter = (timeZone: string | undefined): Intl.DateTimeFormat => {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      month: 'long',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      ...(timeZone && { timeZone }),
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

const withTime = (date: Date, timeZone: string | undefined): string => {
  const parts = new Map(
    timeFormatter(timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name)
  return `${of('month')} ${of('day')} ${of('year')} ${of('hour')}:${of('minute')} ${of('dayPeriod')}`
}

/**
 * A date as people read it; empty for nothing and for an invalid date. Formats without an hour show in UTC, the format
 * with an hour in the given zone, by default that of the browser (UIX-020).
 */
export function formatDate(value: DateLike, format: DateFormat = 'numeric', timeZone?: string): string {
  if (value === null || value === undefined || value === '') return ''
  const date = value instanceof Date ? value : new Date(value)
  if (Number.isNaN(date.getTime())) return ''
  if (format === 'long_time') return withTime(date, timeZone)
  const [month, day, year] = [date.getUTCMonth(), date.getUTCDate(), date.getUTCFullYear()]
  if (format === 'numeric') return `${twoDigits(month + 1)}/${twoDigits(day)}/${year}`
  const name = MONTHS[month] as string
  return `${format === 'short' ? name.slice(0, 3) : name} ${day} ${year}`
}
