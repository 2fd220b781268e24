import { type DateFormat, formatDate } from '#kernel/format.ts'
import { useHydrated } from '../../hooks/use-hydrated.ts'
import { useDayFormat } from './day-format.ts'

const isoOf = (value: string | Date) => (value instanceof Date ? value.toISOString() : value)

type DateTextProps = { value: string | Date | null | undefined; format?: Exclude<DateFormat, 'long_time'> }

/** A date without an hour: in UTC everywhere, so that everyone reads the same day (UIX-018, UIX-020). */
export function DateText({ value, format }: DateTextProps) {
  const usual = useDayFormat()
  const text = formatDate(value, format ?? usual)
  return text && value ? <time dateTime={isoOf(value)}>{text}</time> : null
}

/**
 * A moment with its hour, in the time zone of the browser (UIX-020). The server does not know that zone: it sends the
 * time in UTC and says so, and the browser puts its own in place once it has taken the page over.
 */
export function TimeText({ value }: { value: string | Date | null | undefined }) {
  const isHydrated = useHydrated()
  if (!value) return null
  const text = isHydrated ? formatDate(value, 'long_time') : `${formatDate(value, 'long_time', 'UTC')} UTC`
  return <time dateTime={isoOf(value)}>{text}</time>
}
