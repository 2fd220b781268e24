// Values as real content writes them, in the form that SCORM 1.2 lays down. The player corrects what content sets before
// the run-time object judges it, so that nothing is lost over a format; rules/lenient.ts does the same on the server, and
// a test holds the two together. It runs in browsers as it stands here.
;(() => {
  const LONGEST_HOURS = 9999
  const two = (number) => String(number).padStart(2, '0')

  /** Hundredths of a second as HH:MM:SS, with a fraction where there is one; null beyond what can be written. */
  const clock = (hundredths) => {
    const hours = Math.floor(hundredths / 360000)
    if (hours > LONGEST_HOURS) return null
    const rest = hundredths % 360000
    const fraction = rest % 100
    const whole = `${two(hours)}:${two(Math.floor(rest / 6000))}:${two(Math.floor((rest % 6000) / 100))}`
    return fraction === 0 ? whole : `${whole}.${two(fraction)}`
  }

  const CLOCK = /^(\d{1,5}):(\d{1,2}):(\d{1,2}(?:[.,]\d*)?)$/
  const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i
  const number = (text) => Number((text ?? '0').replace(',', '.'))

  /** A time as hundredths of a second: with one digit, more decimals, a comma, or as SCORM 2004 writes it; null where it is none. */
  const hundredthsOf = (text) => {
    const value = text.trim()
    const [, hours, minutes, seconds] = CLOCK.exec(value) ?? []
    if (hours !== undefined) return Number(hours) * 360000 + Number(minutes) * 6000 + Math.round(number(seconds) * 100)
    const found = value.length > 1 && !/T$/i.test(value) ? DURATION.exec(value) : null
    if (!found) return null
    const [, days = '0', h = '0', m = '0', s] = found
    return (Number(days) * 24 + Number(h)) * 360000 + Number(m) * 6000 + Math.round(number(s) * 100)
  }

  const STANDARD = /^\d{2,4}:\d{2}:\d{2}(?:\.\d{1,2})?$/
  const time = (text) => {
    if (STANDARD.test(text)) return text
    const hundredths = hundredthsOf(text)
    return (hundredths === null ? null : clock(hundredths)) ?? text
  }

  const NUMBER = /^([+-]?)(\d*)(?:[.,](\d*))?\s*%?$/
  /** A number with a comma, a sign, a percent sign or endless decimals; those are rounded to seven. */
  const decimal = (text) => {
    const [, sign, whole, fraction = ''] = NUMBER.exec(text.trim()) ?? []
    if (whole === undefined || (whole === '' && fraction === '')) return text.trim() === '' ? '' : text
    if (sign !== '+' && text === text.trim() && /^-?\d+(?:\.\d{1,7})?$/.test(text)) return text
    const value = Number(`${sign === '-' ? '-' : ''}${whole || '0'}.${fraction || '0'}`)
    return String(Number(value.toFixed(7))).includes('e') ? text : String(Number(value.toFixed(7)))
  }

  const word = (words) => (text) => {
    const plain = text.trim().toLowerCase()
    return Object.hasOwn(words, plain) ? words[plain] : text
  }
  const same = (...words) => Object.fromEntries(words.map((each) => [each, each]))

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
  const result = (text) => {
    const known = word({
      ...same('correct', 'wrong', 'unanticipated', 'neutral'),
      incorrect: 'wrong',
      true: 'correct',
      false: 'wrong',
    })(text)
    return known === text ? decimal(text) : known
  }

  const KINDS = [
    [/^cmi\.core\.session_time$|^cmi\.interactions\.\d+\.(?:latency|time)$/, time],
    [/^cmi\.(?:core|objectives\.\d+)\.score\.(?:raw|min|max)$|^cmi\.interactions\.\d+\.weighting$/, decimal],
    [/^cmi\.core\.lesson_status$|^cmi\.objectives\.\d+\.status$/, status],
    [/^cmi\.core\.exit$/, exit],
    [/^cmi\.interactions\.\d+\.type$/, type],
    [/^cmi\.interactions\.\d+\.result$/, result],
  ]

  /** The value in the form that SCORM 1.2 lays down; what cannot be understood stays as it is, and is refused as before. */
  globalThis.lenientScormValue = (element, given) => {
    const value = String(given)
    const kind = KINDS.find(([pattern]) => pattern.test(element))
    return kind ? kind[1](value) : value
  }
})()
