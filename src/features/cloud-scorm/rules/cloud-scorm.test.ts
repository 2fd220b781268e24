import { describe, expect, test } from 'vitest'
import { afterFailure, MOST_FAILURES, pauseBeforeAsking } from '#kernel/product/integration.ts'
import { percentOfImport } from './import.ts'
import { isNewer, nextStatus, percentOf, statusOfReport } from './registration.ts'

describe('the status of a report', () => {
  test.each([
    ['COMPLETED', 'PASSED', 2],
    ['INCOMPLETE', 'PASSED', 2],
    ['COMPLETED', 'UNKNOWN', 2],
    ['COMPLETED', 'FAILED', 3],
    ['INCOMPLETE', 'FAILED', 3],
    ['INCOMPLETE', 'UNKNOWN', 1],
    ['UNKNOWN', 'UNKNOWN', 1],
  ] as const)('%s and %s is %i (SCO-011, SCO-019)', (completion, success, status) => {
    expect(statusOfReport({ completion, success })).toBe(status)
  })

  test.each([
    [4, 1],
    [1, 1],
    [3, 3],
    [2, 2],
    [5, 5],
  ] as const)('one without a result leaves %i at %i (SCO-020)', (current, next) => {
    expect(nextStatus(current, { completion: 'INCOMPLETE', success: 'UNKNOWN' })).toBe(next)
  })
})

test('a message counts if it is newer than the last one, so a repeated or late one changes nothing (SCO-025)', () => {
  const at = new Date('2026-03-01T12:00:00Z')
  expect(isNewer(null, at)).toBe(true)
  expect(isNewer(at, new Date(at.getTime() + 1))).toBe(true)
  expect(isNewer(at, at)).toBe(false)
  expect(isNewer(at, new Date(at.getTime() - 1))).toBe(false)
})

test.each([
  [85, 85],
  [0, 0],
  [null, null],
  [undefined, null],
  [-1, null],
  [Number.NaN, null],
  [1000, null],
])('a score of %s is kept as %s', (scaled, percent) => {
  expect(percentOf(scaled)).toBe(percent)
})

test('a temporary failure is retried five times with growing pauses and then fails (INT-005)', () => {
  const pauses: number[] = []
  let failures = 0
  for (;;) {
    const next = afterFailure(failures)
    if (next.status === 'FAILED') break
    pauses.push(next.pause_ms)
    failures = next.failures
  }
  expect(pauses).toHaveLength(MOST_FAILURES)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(new Set(pauses).size).toBe(MOST_FAILURES)
})

test('the service is asked less and less often, but at least once a minute', () => {
  expect([0, 1, 2, 10, 500].map(pauseBeforeAsking)).toEqual([2000, 4000, 8000, 60_000, 60_000])
})

test.each([
  ['NOT_STARTED', false, 0],
  ['PENDING', false, 20],
  ['PENDING', true, 60],
  ['TEMPORARY_FAILURE', true, 60],
  ['FAILED', true, 0],
  ['SUCCESS', true, 100],
])('an import that is %s (sent: %s) has come to %i percent', (status, isSent, percent) => {
  expect(percentOfImport(status, isSent)).toBe(percent)
})
