/** CMITimespan: hours with two to four digits, minutes, seconds, and at most two digits after the point. */
const TIMESPAN = /^(\d{2,4}):(\d{2}):(\d{2})(?:\.(\d{1,2}))?$/
const LARGEST = 9999 * 360_000 + 59 * 6000 + 5999

/** A CMITimespan as hundredths of a second, or null when it is none. */
export const parseTimespan = (text: string): number | null => {
  const found = TIMESPAN.exec(text)
  if (!found) return null
  const [, hours = '', minutes = '', seconds = '', fraction = ''] = found
  return Number(hours) * 360_000 + Number(minutes) * 6000 + Number(seconds) * 100 + Number(fraction.padEnd(2, '0'))
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
