import { formatTimespan, parseTimespan } from '#features/scorm/rules/player/timespan.ts'

// The player does the same before the run-time object judges a value: player/lenient.js is built from this file by
// npm run player:rules.

const STANDARD = /^\d{2,4}:\d{2}:\d{2}(?:\.\d{1,2})?$/
const time = (text: string): string => {
  if (STANDARD.test(text)) return text
  const hundredths = parseTimespan(text)
  return hundredths === null ? text : formatTimespan(hundredths)
}

const NUMBER = /^([+-]?)(\d*)(?:[.,](\d*))?\s*%?$/
/** A number with a comma, a sign, a percent sign or endless decimals; those are rounded to seven. */
const decimal = (text: string): string => {
  const [, sign, whole, fraction = ''] = NUMBER.exec(text.trim()) ?? []
  if (whole === undefined || (whole === '' && fraction === '')) return text.trim() === '' ? '' : text
  if (sign !== '+' && text === text.trim() && /^-?\d+(?:\.\d{1,7})?$/.test(text)) return text
  const rounded = String(Number(Number(`${sign === '-' ? '-' : ''}${whole || '0'}.${fraction || '0'}`).toFixed(7)))
  return rounded.includes('e') ? text : rounded
}

const word =
  (words: Record<string, string>) =>
  (text: string): string => {
    const plain = text.trim().toLowerCase()
    return Object.hasOwn(words, plain) ? (words[plain] ?? text) : text
  }
const same = (...words: string[]) => Object.fromEntries(words.map((each) => [each, each]))

const status = word({
  ...same('passed', 'completed', 'failed', 'incomplete', 'browsed', 'not attempted'),
  pass: 'passed',
  complete: 'completed',
  fail: 'failed',
  'not completed': 'incomplete',
  not_attempted: 'not attempted',
  notattempted: 'not attempted',
})
const exit = word({
  ...same('', 'time-out', 'suspend', 'logout'),
  timeout: 'time-out',
  normal: '',
  'log-out': 'logout',
})
const type = word({
  ...same('true-false', 'choice', 'fill-in', 'matching', 'performance', 'sequencing', 'likert', 'numeric'),
  'long-fill-in': 'fill-in',
  true_false: 'true-false',
})
const RESULTS = word({
  ...same('correct', 'wrong', 'unanticipated', 'neutral'),
  incorrect: 'wrong',
  true: 'correct',
  false: 'wrong',
})
const result = (text: string): string => {
  const result = RESULTS(text)
  return result === text ? decimal(text) : result
}

const KINDS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/^cmi\.core\.session_time$|^cmi\.interactions\.\d+\.(?:latency|time)$/, time],
  [/^cmi\.(?:core|objectives\.\d+)\.score\.(?:raw|min|max)$|^cmi\.interactions\.\d+\.weighting$/, decimal],
  [/^cmi\.core\.lesson_status$|^cmi\.objectives\.\d+\.status$/, status],
  [/^cmi\.core\.exit$/, exit],
  [/^cmi\.interactions\.\d+\.type$/, type],
  [/^cmi\.interactions\.\d+\.result$/, result],
]

/**
 * A value as real content writes it, in the form that SCORM 1.2 lays down (SCO-032). What cannot be understood stays as it
 * is, and is refused as before.
 */
export const lenientValue = (element: string, value: string): string => {
  const kind = KINDS.find(([pattern]) => pattern.test(element))
  return kind ? kind[1](value) : value
}
