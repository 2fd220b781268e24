import type { DateFormat } from '#kernel/format/date.ts'
import { dayOf, formatDay, lastDayBefore } from '#kernel/format/day.ts'
import { useSession } from '../../page/page-context.ts'
import { useDayFormat } from './day-format.ts'

const isoOf = (value: string | Date) => (value instanceof Date ? value.toISOString() : value)

type DayTextProps = {
  value: string | Date | null | undefined
  format?: Exclude<DateFormat, 'long_time'>
  /** The value is the first moment after the last day: an end of access, of a certificate, of a term. */
  isEnd?: boolean
  /** Another zone than the portal's: a certificate keeps its own. */
  zone?: string
}

/** The day of a moment in the portal's time zone, the same for everyone: completed, issued, due, expires (PRT-078). */
export function DayText({ value, format, isEnd = false, zone }: DayTextProps) {
  const { portal } = useSession()
  const usual = useDayFormat()
  if (!value) return null
  const own = zone ?? portal.setting.time_zone
  const day = isEnd ? lastDayBefore(value, own) : dayOf(value, own)
  return <time dateTime={isoOf(value)}>{formatDay(day, format ?? usual)}</time>
}

/** The same for a text: what writes the day of a moment. */
export const useDayWords = (format: Exclude<DateFormat, 'long_time'> = 'long') => {
  const { portal } = useSession()
  return (instant: string | Date): string => formatDay(dayOf(instant, portal.setting.time_zone), format)
}
