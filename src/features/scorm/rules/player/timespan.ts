/**
 * A time span as content writes it: CMITimespan (hours with two to four digits, minutes, seconds, at most two digits after
 * the point), also with one digit, more decimals or a comma.
 */
const CLOCK = /^(\d{1,5}):(\d{1,2}):(\d{1,2}(?:[.,]\d*)?)$/
/** As SCORM 2004 writes it: PT1H30M5.25S. */
const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i
const LARGEST = 9999 * 360_000 + 59 * 6000 + 5999
const HOURS_END = 10_000 * 360_000

const number = (text: string): number => Number(text.replace(',', '.'))

const hundredthsOf = (hours: number, minutes: number, seconds: string): number | null => {
  const hundredths = hours * 360_000 + minutes * 6000 + Math.round(number(seconds) * 100)
  return hundredths < HOURS_END ? hundredths : null
}

/** A time span as hundredths of a second, rounded, or null when it is none (SCO-032). */
export const parseTimespan = (text: string): number | null => {
  const value = text.trim()
  const [, hours, minutes = '', seconds = ''] = CLOCK.exec(value) ?? []
  if (hours !== undefined) return hundredthsOf(Number(hours), Number(minutes), seconds)
  const match = value.length > 1 && !/T$/i.test(value) ? DURATION.exec(value) : null
  if (!match) return null
  const [, days = '0', h = '0', m = '0', s = '0'] = match
  return hundredthsOf(Number(days) * 24 + Number(h), Number(m), s)
}

/** Hundredths of a second as a CMITimespan, at most 9999 hours. */
export const formatTimespan = (hundredths: number): string => {
  const whole = Math.min(Math.max(0, Math.trunc(hundredths)), LARGEST)
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.trunc(whole / 360_000)
  const minutes = Math.trunc((whole % 360_000) / 6000)
  const seconds = Math.trunc((whole % 6000) / 100)
  const fraction = whole % 100
  return `${two(hours)}:${two(minutes)}:${two(seconds)}${fraction === 0 ? '' : `.${two(fraction)}`}`
}
