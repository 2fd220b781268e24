import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonthsToDay,
  clockIn,
  dayOf,
  daysBetween,
  endOfDay,
  formatDay,
  isTimeZone,
  lastDayBefore,
  momentIn,
  startOfDay,
} from './day.ts'

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC']
const zones = fc.constantFrom(...ZONES)
const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
const days = moments.map((date) => date.toISOString().slice(0, 10))

describe('the day of a moment in a zone (PRT-077)', () => {
  test.each([
    ['2026-11-25T01:30:00Z', 'America/New_York', '2026-11-24'],
    ['2026-11-25T04:59:59Z', 'America/New_York', '2026-11-24'],
    ['2026-11-25T05:00:00Z', 'America/New_York', '2026-11-25'],
    ['2026-07-01T03:59:59Z', 'America/New_York', '2026-06-30'],
    ['2026-11-25T09:59:59Z', 'Pacific/Honolulu', '2026-11-24'],
    ['2026-11-24T10:00:00Z', 'Pacific/Kiritimati', '2026-11-25'],
    ['2027-01-01T04:30:00Z', 'America/New_York', '2026-12-31'],
    ['2028-03-01T04:30:00Z', 'America/New_York', '2028-02-29'],
    ['2026-11-25T01:30:00Z', 'UTC', '2026-11-25'],
  ])('%s in %s is %s', (instant, zone, day) => expect(dayOf(instant, zone)).toBe(day))

  test('every day begins once in every zone, and ends when the next one begins', () => {
    fc.assert(
      fc.property(zones, days, (zone, day) => {
        const start = startOfDay(day, zone)
        const end = endOfDay(day, zone)
        const hours = (end.getTime() - start.getTime()) / 3_600_000
        // Zones near the date line have skipped a whole day, or had the same day twice.
        if (hours === 0 || hours > 26) return
        expect(dayOf(start, zone)).toBe(day)
        expect(dayOf(start.getTime() - 1, zone) < day).toBe(true)
        expect(lastDayBefore(end, zone)).toBe(day)
        expect(dayOf(end, zone) > day).toBe(true)
        expect(hours >= 22 && hours <= 26).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('a moment is within its day in every zone', () => {
    fc.assert(
      fc.property(zones, moments, (zone, moment) => {
        const day = dayOf(moment, zone)
        expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(moment.getTime())
        expect(endOfDay(day, zone).getTime()).toBeGreaterThan(moment.getTime())
      }),
      { numRuns: 400 },
    )
  })

  test.each([
    ['the clock is put forward', '2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z', 23],
    ['the clock is put back', '2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z', 25],
    ['the clock is put forward at midnight', '2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z', 23],
    ['there is no summer time', '2026-03-08', 'America/Phoenix', '2026-03-08T07:00:00Z', 24],
  ])('where %s, %s in %s begins at %s and has %i hours', (_, day, zone, start, hours) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start.replace('Z', '.000Z'))
    expect((endOfDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / 3_600_000).toBe(hours)
  })

  test('a day that was skipped begins with the next', () => {
    expect(startOfDay('2011-12-30', 'Pacific/Apia')).toEqual(startOfDay('2011-12-31', 'Pacific/Apia'))
  })
})

describe('days of the calendar', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-08-31', -6, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
  ])('%s and %i months is %s (CER-032)', (day, months, expected) => expect(addMonthsToDay(day, months)).toBe(expected))

  test('adding days is consistent, and adding months never overshoots the target month', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -600, max: 600 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count)
        const [year = 0, month = 0] = day.split('-').map(Number)
        const later = addMonthsToDay(day, count)
        const [toYear = 0, toMonth = 0] = later.split('-').map(Number)
        expect(toYear * 12 + toMonth).toBe(year * 12 + month + count)
      }),
    )
  })

  test('a day reads the same everywhere (UIX-018)', () => {
    expect(formatDay('2026-11-24', 'long')).toBe('November 24 2026')
    expect(formatDay('2026-11-04')).toBe('Nov 4 2026')
  })
})

test.each([
  ['America/New_York', true],
  ['UTC', true],
  ['US/Eastern', true],
  ['+05:00', false],
  ['America/Gotham', false],
  ['', false],
])('%j as a time zone: %s (PRT-077)', (name, is) => expect(isTimeZone(name)).toBe(is))

describe('the clocks of a time zone (PRT-078, CNT-014, CNT-042)', () => {
  test.each([
    ['America/New_York', '2026-11-30T09:00', '2026-11-30T14:00:00.000Z'],
    ['America/New_York', '2026-07-01T09:00', '2026-07-01T13:00:00.000Z'],
    ['America/Phoenix', '2026-07-01T09:00', '2026-07-01T16:00:00.000Z'],
    // The hour that is left out is an hour later, and the one that comes twice is the first.
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('in %s, %s is %s', (zone, clock, moment) => {
    expect(momentIn(clock, zone).toISOString()).toBe(moment)
  })

  test('a moment is shown and entered again as the same minute, but for an hour that comes twice', () => {
    fc.assert(
      fc.property(moments, zones, (date, zone) => {
        const clock = clockIn(date, zone)
        expect(clockIn(momentIn(clock, zone), zone)).toBe(clock)
      }),
    )
  })
})
