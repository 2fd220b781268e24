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

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** A decimal amount in USD, written like $1,234.50 (UIX-021). */
export function formatMoney(amount: number): string {
  return usd.format(amount === 0 ? 0 : amount)
}

/** An amount in integer cents, written like `formatMoney`. */
export function formatCents(cents: number): string {
  return formatMoney(cents / 100)
}

const COUNT_UNITS = ['', 'K', 'M', 'B']

/** A count: whole below 1,000, from there with K, M or B at 3 to 5 significant digits (UIX-022, UIX-023). */
export function formatCount(count: number): string {
  const whole = Math.round(count)
  const sign = whole < 0 ? '-' : ''
  let value = Math.abs(whole)
  if (value < 1000) return `${sign}${value}`
  let unit = 0
  while (unit < COUNT_UNITS.length - 1 && Number(value.toPrecision(5)) >= 1000) {
    value /= 1000
    unit += 1
  }
  const digits = value.toLocaleString('en-US', {
    minimumSignificantDigits: 3,
    maximumSignificantDigits: 5,
    useGrouping: false,
  })
  return `${sign}${digits}${COUNT_UNITS[unit]}`
}

const SIZE_UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

/** A file size with base 1024 and at most two places, from Bytes to YB (UIX-024). */
export function formatFileSize(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  while (unit < SIZE_UNITS.length - 1 && Number(value.toFixed(2)) >= 1024) {
    value /= 1024
    unit += 1
  }
  return `${Number(value.toFixed(2))} ${SIZE_UNITS[unit]}`
}

export const PHONE_FORMAT = '+1-###-###-####'

/** A phone number as people read it: 10 digits in the format, any other as entered (VAL-030, VAL-031). */
export function formatPhone(value: string | null | undefined, format: string = PHONE_FORMAT): string {
  const entered = (value ?? '').trim()
  if (/[^\d\s().+-]/.test(entered)) return entered
  const digits = entered.replace(/\D/g, '')
  const national = entered.startsWith('+') || digits.length === 11 ? digits.replace(/^1(?=\d{10}$)/, '') : digits
  const isNational = national.length === 10 && (!entered.startsWith('+') || digits.length === 11)
  if (!isNational) return entered
  let next = 0
  return format.replace(/#/g, () => national.charAt(next++))
}
