import type { Day } from '#kernel/format/day.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const monthOf = (name: string): number => {
  const word = name.toLowerCase().replace(/\.$/, '')
  const full = NAMES.indexOf(word)
  return (full >= 0 ? full : MONTHS.indexOf(word === 'sept' ? 'sep' : word)) + 1
}

/** Sheets write years with two digits for this century. */
const yearOf = (text: string): number => Number(text) + (text.length === 2 ? 2000 : 0)

const dayFrom = (year: number, month: number, date: number): Day | null => {
  const utc = new Date(Date.UTC(year, month - 1, date))
  const isReal = utc.getUTCFullYear() === year && utc.getUTCMonth() === month - 1 && utc.getUTCDate() === date
  return isReal && year >= 1900 && year <= 9999 ? utc.toISOString().slice(0, 10) : null
}

/** A time of day behind a day is left out. */
const TIME = /[ T,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/i

/**
 * A day as sheets write it (USR-061): 2026-11-25, 11/25/2026 and 11/25/26 as in America, 25.11.2026, or with the name of
 * the month. Null for everything else: a day that might be another one is not guessed.
 */
export const readDay = (text: string): Day | null => {
  const day = text.trim().replace(TIME, '')
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(day)
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(day)
  if (american) return dayFrom(yearOf(american[3] ?? ''), Number(american[1]), Number(american[2]))
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})$/.exec(day)
  if (dotted) return dayFrom(yearOf(dotted[3] ?? ''), Number(dotted[2]), Number(dotted[1]))
  const monthFirst = /^(?:[a-z]+,? )?([a-z]{3,9}\.?) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(day)
  if (monthFirst) return dayFrom(Number(monthFirst[3]), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2]))
  const dayFirst = /^(?:[a-z]+,? )?(\d{1,2})[ -]([a-z]{3,9}\.?),?[ -](\d{4}|\d{2})$/i.exec(day)
  if (dayFirst) return dayFrom(yearOf(dayFirst[3] ?? ''), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]))
  return null
}
