/** The date formats of UIX-018 and UIX-019. */
export const DATE_FORMATS = {
  numeric: 'MM/DD/YYYY',
  short: 'MMM, D YYYY',
  long: 'MMMM, D YYYY',
  long_time: 'MMMM, D YYYY h:mm A',
} as const

export type DateFormat = keyof typeof DATE_FORMATS
export type DateLike = Date | string | number | null | undefined

const PARTS: Record<DateFormat, Intl.DateTimeFormatOptions> = {
  numeric: { month: '2-digit', day: '2-digit', year: 'numeric' },
  short: { month: 'short', day: 'numeric', year: 'numeric' },
  long: { month: 'long', day: 'numeric', year: 'numeric' },
  long_time: { month: 'long', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit', hour12: true },
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(format: DateFormat, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${format} ${timeZone ?? ''}`
  let found = formatters.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', timeZone ? { ...PARTS[format], timeZone } : PARTS[format])
    formatters.set(key, found)
  }
  return found
}

/**
 * A date as people read it; empty for nothing and for an invalid date. Formats without an hour show in UTC, the format
 * with an hour in the given zone, by default that of the browser (UIX-020).
 */
export function formatDate(value: DateLike, format: DateFormat = 'numeric', timeZone?: string): string {
  if (value === null || value === undefined || value === '') return ''
  const date = value instanceof Date ? value : new Date(value)
  if (Number.isNaN(date.getTime())) return ''
  const parts = new Map<string, string>()
  for (const part of formatter(format, format === 'long_time' ? timeZone : 'UTC').formatToParts(date)) {
    parts.set(part.type, part.value)
  }
  const [month, day, year] = [parts.get('month'), parts.get('day'), parts.get('year')]
  if (format === 'numeric') return `${month}/${day}/${year}`
  if (format !== 'long_time') return `${month}, ${day} ${year}`
  return `${month}, ${day} ${year} ${parts.get('hour')}:${parts.get('minute')} ${parts.get('dayPeriod')}`
}
