import { expect, test } from 'vitest'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { latestDue, momentAt, nextDue, type Rhythm, rhythmWords } from './schedule.ts'

const NEW_YORK = 'America/New_York'
const daily = (hour: number): Rhythm => ({ period: 'daily', hour, weekday: null, month_day: null })
const weekly = (weekday: number, hour: number): Rhythm => ({ period: 'weekly', hour, weekday, month_day: null })
const monthly = (month_day: number, hour: number): Rhythm => ({ period: 'monthly', hour, weekday: null, month_day })

const dues = (rhythm: Rhythm, after: string, count: number, zone = NEW_YORK): string[] => {
  const times: string[] = []
  for (let due = new Date(after); times.length < count; ) {
    due = nextDue(rhythm, due, zone)
    times.push(due.toISOString().slice(0, 16))
  }
  return times
}

test.each([
  // The clock goes from 2:00 to 3:00 on March 8.
  ['the skipped hour is sent after the gap', daily(2), '2026-03-07T12:00Z', ['2026-03-08T07:00', '2026-03-09T06:00']],
  ['the hour before the gap stays', daily(1), '2026-03-07T12:00Z', ['2026-03-08T06:00', '2026-03-09T05:00']],
  // The hour from 1:00 comes twice on November 1.
  [
    'the doubled hour is sent once, the first time',
    daily(1),
    '2026-10-31T12:00Z',
    ['2026-11-01T05:00', '2026-11-02T06:00'],
  ],
  ['7:00 stays 7:00', daily(7), '2026-10-31T12:00Z', ['2026-11-01T12:00', '2026-11-02T12:00']],
  ['weekly on Sunday', weekly(0, 2), '2026-03-01T12:00Z', ['2026-03-08T07:00', '2026-03-15T06:00']],
  [
    'the 31st is the last day of shorter months',
    monthly(31, 7),
    '2026-01-15T12:00Z',
    ['2026-01-31T12:00', '2026-02-28T12:00', '2026-03-31T11:00', '2026-04-30T11:00'],
  ],
])('%s (REP-021, REP-022)', (_name, rhythm, after, expected) => {
  expect(dues(rhythm, after, expected.length)).toEqual(expected)
})

test('a zone that changes at midnight, or by half an hour, has one moment a day as well (REP-022)', () => {
  expect(dues(daily(0), '2026-09-05T12:00Z', 2, 'America/Santiago')).toEqual(['2026-09-06T04:00', '2026-09-07T03:00'])
  expect(dues(daily(2), '2026-10-03T00:00Z', 2, 'Australia/Lord_Howe')).toEqual([
    '2026-10-03T15:30',
    '2026-10-04T15:00',
  ])
})

test('every day around a change of the clock has exactly one due moment at every hour, on that day, in order (REP-022)', () => {
  // The weeks around every change of these clocks.
  for (const [zone, from] of [
    [NEW_YORK, '2026-03-04'],
    [NEW_YORK, '2026-10-28'],
    ['Europe/Berlin', '2026-03-25'],
    ['Europe/Berlin', '2026-10-21'],
    ['Australia/Lord_Howe', '2026-04-01'],
    ['Australia/Lord_Howe', '2026-09-30'],
    ['Asia/Kathmandu', '2026-01-01'],
  ] as const)
    for (const hour of [0, 1, 2, 3, 23]) {
      let due = new Date(`${from}T12:00:00Z`)
      let day = ''
      for (let n = 0; n < 12; n++) {
        due = nextDue(daily(hour), due, zone)
        const next = dayOf(due, zone)
        if (day) expect([zone, hour, next]).toEqual([zone, hour, addDays(day, 1)])
        day = next
        expect(momentAt(day, hour, zone)).toEqual(due)
      }
    }
})

test('after a standstill the latest due moment is sent, not each of them (REP-022)', () => {
  const first = nextDue(daily(7), new Date('2026-03-01T00:00:00Z'), NEW_YORK)
  const now = new Date('2026-03-10T12:00:00Z')
  expect(latestDue(daily(7), first, now, NEW_YORK).toISOString()).toBe('2026-03-10T11:00:00.000Z')
  expect(latestDue(daily(7), first, first, NEW_YORK)).toEqual(first)
})

test.each([
  [daily(7), 'Every day at 7:00 AM'],
  [weekly(1, 0), 'Every Monday at 12:00 AM'],
  [monthly(1, 13), 'On day 1 of each month at 1:00 PM'],
  [monthly(31, 12), 'On day 31 or the last day of each month at 12:00 PM'],
])('%j reads "%s" (REP-021)', (rhythm, words) => {
  expect(rhythmWords(rhythm)).toBe(words)
})
