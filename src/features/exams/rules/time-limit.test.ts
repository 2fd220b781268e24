import { describe, expect, test } from 'vitest'
import {
  endOf,
  extraMinutesOf,
  GRACE_MS,
  isOverdue,
  isTimeUp,
  LATE_MS,
  timeOfAnswer,
  visitLength,
} from './time-limit.ts'

const begun = new Date('2026-03-02T10:00:00Z')
const end = new Date('2026-03-02T10:30:00Z')
const past = (ms: number) => new Date(end.getTime() + ms)
const issued = new Date('2026-03-02T10:10:00Z')
const MINUTE = 60_000

test.each([
  [30, 0, end],
  [20, 10, end],
  [null, 10, null],
])('a limit of %s minutes and %i more end an attempt at %s (EXM-031, EXM-035)', (limit, extra, expected) => {
  const ends_at = endOf(begun, limit, extra)
  expect(ends_at).toEqual(expected)
  expect(extraMinutesOf({ started_at: begun, time_limit_minutes: limit, ends_at })).toBe(limit === null ? 0 : extra)
})

test.each([
  [null, past(LATE_MS), false, false],
  [end, past(-1), false, false],
  [end, end, true, false],
  [end, past(GRACE_MS), true, false],
  [end, past(GRACE_MS + 1), true, true],
])('an attempt that ends at %s is at %s up: %s, and overdue: %s (EXM-033)', (endsAt, now, isUp, isLate) => {
  expect(isTimeUp(endsAt, now)).toBe(isUp)
  expect(isOverdue(endsAt, now)).toBe(isLate)
})

describe('an answer', () => {
  const afterMinutes = (minutes: number) => ({ issued_at: issued, elapsed_ms: minutes * MINUTE })
  test.each([
    ['without a limit counts whenever it comes', null, past(LATE_MS * 9), null, past(LATE_MS * 9), null],
    ['before the end counts by the clock of the server', end, past(-1), afterMinutes(0), past(-1), null],
    ['within the grace counts as of the end, without a lease', end, past(GRACE_MS), null, end, null],
    [
      'that was given before the end counts within a day',
      end,
      past(LATE_MS),
      afterMinutes(5),
      new Date('2026-03-02T10:15:00Z'),
      past(LATE_MS),
    ],
    ['that was given at the very end counts', end, past(MINUTE), afterMinutes(20), end, past(MINUTE)],
    [
      'of a page whose clock ran backwards was given with its lease',
      end,
      past(MINUTE),
      afterMinutes(-9),
      issued,
      past(MINUTE),
    ],
  ])('%s (EXM-033, EXM-034)', (_, endsAt, now, lease, answered_at, arrived_at) => {
    expect(timeOfAnswer(endsAt, now, lease)).toEqual({ answered_at, arrived_at })
  })
  test.each([
    ['after the grace without a lease', past(GRACE_MS + 1), null],
    ['given a moment after the end', past(MINUTE), { issued_at: issued, elapsed_ms: 20 * MINUTE + 1 }],
    ['that comes more than a day late', past(LATE_MS + 1), afterMinutes(5)],
  ])('%s does not count (EXM-033, EXM-034)', (_, now, lease) => {
    expect(timeOfAnswer(end, now, lease)).toBeNull()
  })
})

test.each([
  [20 * MINUTE, null, null, 20 * MINUTE],
  [90 * MINUTE, null, null, 60 * MINUTE],
  [90 * MINUTE, null, end, 30 * MINUTE],
  [90 * MINUTE, new Date('2026-03-02T10:05:00Z'), end, 5 * MINUTE],
  [-3, null, null, 0],
])(
  '%i ms on the screen, in an attempt that was finished at %s or ends at %s, are %i (EXM-036)',
  (ms, finished_at, ends_at, expected) => {
    const now = new Date('2026-03-02T11:00:00Z')
    expect(visitLength({ started_at: begun, finished_at, ends_at }, now, ms)).toBe(expected)
  },
)
