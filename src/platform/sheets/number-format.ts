/** Formats that a workbook names by number alone and that show days or times (ECMA-376, 18.8.30). */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
/** The same for Chinese, Japanese and Korean programs. */
const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** How a number is shown: as it is, as a day, or in a pattern of zeros such as 00000 or 000-00-0000. */
export type NumberFormat = { kind: 'plain' } | { kind: 'date' } | { kind: 'zeros'; pattern: string }

const PLAIN: NumberFormat = { kind: 'plain' }
const DATE: NumberFormat = { kind: 'date' }

/** The first section of a format, which positive numbers take, without colors, conditions and locales in brackets. */
const firstSection = (code: string): string => {
  const [section = ''] = code.match(/^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*/) ?? []
  return section.replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
}

/** Letters of a format, without what it shows as it stands. */
const signs = (section: string): string => section.replace(/"[^"]*"|\\.|_./g, '')

/** What a format shows beside its digits as plain characters; null where it is more than zeros between them. */
const zerosOf = (section: string): string | null => {
  const pattern = section.replace(/"([^"]*)"|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '')
  return /^[0()\-./ +]*$/.test(pattern) && /00/.test(pattern) && !/\.0/.test(pattern) ? pattern : null
}

/** The format with this number and, where the workbook defines it, this code. */
export const numberFormatOf = (id: number, code: string | undefined): NumberFormat => {
  if (code === undefined) return BUILT_IN_DATES.has(id) || isEastAsianDate(id) ? DATE : PLAIN
  const section = firstSection(code)
  const pattern = zerosOf(section)
  if (pattern !== null) return { kind: 'zeros', pattern }
  if (/general/i.test(section)) return PLAIN
  return /[dyhms]/i.test(signs(section)) ? DATE : PLAIN
}

const DAY_MS = 86_400_000
/** Days between the first day of each system and 1970. */
const EPOCH_1900 = 25_569
const EPOCH_1904 = 24_107
/** Day 60 of the system of 1900 is February 29, 1900, which never was; every day before it is one off. */
const FALSE_LEAP_DAY = 60
/** December 31, 9999. */
const LAST_DAY = 2_958_465

/** The day, with the time where there is one, of a serial number; null for a number that stands for none. */
export const dateOfSerial = (serial: number, is1904: boolean): string | null => {
  if (!(serial >= 0) || serial > LAST_DAY) return null
  if (!is1904 && Math.floor(serial) === FALSE_LEAP_DAY) return null
  const shift = !is1904 && serial < FALSE_LEAP_DAY ? 1 : 0
  const days = serial - (is1904 ? EPOCH_1904 : EPOCH_1900) + shift
  const text = new Date(Math.round((days * DAY_MS) / 1000) * 1000).toISOString()
  const time = text.slice(11, 19)
  if (time === '00:00:00') return text.slice(0, 10)
  return `${text.slice(0, 10)} ${time.endsWith(':00') ? time.slice(0, 5) : time}`
}

/** A number as it is written out: whole numbers with all their digits, never with an exponent where it can be helped. */
const plainNumber = (text: string): string => {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? value.toFixed(0) : String(value)
  // A program stores 4.4 as 4.4000000000000004; 15 digits are what it shows.
  return String(Number(value.toPrecision(15)))
}

const inZeros = (digits: string, pattern: string): string => {
  let left = digits
  const out: string[] = []
  for (const sign of [...pattern].reverse()) {
    if (sign !== '0') out.push(sign)
    else {
      out.push(left.at(-1) ?? '0')
      left = left.slice(0, -1)
    }
  }
  return left + out.reverse().join('')
}

/** A number of a cell as its format shows it. */
export const formatNumber = (text: string, format: NumberFormat, is1904: boolean): string => {
  const plain = plainNumber(text)
  if (format.kind === 'date') return dateOfSerial(Number(text), is1904) ?? plain
  if (format.kind === 'zeros' && /^\d+$/.test(plain)) return inZeros(plain, format.pattern)
  return plain
}
