import { describe, expect, test } from 'vitest'
import { afterAttempt, type Health, healthAfter, MOST_ATTEMPTS, type Outcome, retryAfter } from './retries.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const GOOD: Outcome = { is_good: true, retry_after: null }
const BAD: Outcome = { is_good: false, retry_after: null }
const WELL: Health = { failures: 0, failing_since: null, told_at: null, succeeded_at: ago(60) }
const DAY = 86_400

describe('a delivery after an attempt (INT-024)', () => {
  test.each([
    [1, 5],
    [2, 60],
    [3, 300],
    [4, 1_800],
    [5, 7_200],
    [6, 18_000],
    [7, 36_000],
    [8, 50_400],
    [9, 72_000],
    [10, DAY],
    [40, DAY],
  ])('that failed %i times waits %i seconds', (attempts, seconds) => {
    const after = afterAttempt({ attempts, created_at: NOW, tried_at: NOW }, WELL, BAD, NOW)
    expect([after.status, (after.next_attempt_at.getTime() - NOW.getTime()) / 1000]).toEqual([
      'TEMPORARY_FAILURE',
      seconds,
    ])
  })

  test('waits as long as the receiver asks for, a day at most', () => {
    const waits = (retry_after: number) =>
      (afterAttempt(
        { attempts: 1, created_at: NOW, tried_at: NOW },
        WELL,
        { is_good: false, retry_after },
        NOW,
      ).next_attempt_at.getTime() -
        NOW.getTime()) /
      1000
    expect([waits(1), waits(120), waits(10 * DAY)]).toEqual([5, 120, DAY])
  })

  test.each([
    ['others arrived meanwhile', MOST_ATTEMPTS, ago(3 * DAY), ago(60), 'FAILED'],
    ['nothing arrived for a day', MOST_ATTEMPTS, ago(3 * DAY), ago(DAY), 'TEMPORARY_FAILURE'],
    ['nothing arrived meanwhile', MOST_ATTEMPTS, ago(3 * DAY), ago(4 * DAY), 'TEMPORARY_FAILURE'],
    ['nothing ever arrived', 100, ago(59 * DAY), null, 'TEMPORARY_FAILURE'],
    ['it is 60 days old', 3, ago(60 * DAY), null, 'FAILED'],
    ['it has attempts left', MOST_ATTEMPTS - 1, ago(3 * DAY), ago(60), 'TEMPORARY_FAILURE'],
  ] as const)('when %s', (_, attempts, created_at, succeeded_at, status) => {
    expect(
      afterAttempt({ attempts, created_at, tried_at: created_at }, { ...WELL, succeeded_at }, BAD, NOW).status,
    ).toBe(status)
  })

  test('that arrived is done', () => {
    expect(afterAttempt({ attempts: 30, created_at: ago(70 * DAY), tried_at: null }, WELL, GOOD, NOW).status).toBe(
      'SUCCESS',
    )
  })
})

describe('an address after an attempt (INT-025)', () => {
  test.each([
    [0, null, 0],
    [3, ago(60), 0],
    [4, ago(8), 10],
    [9, ago(400), 100],
    [50, ago(30 * DAY), 6 * 3_600],
  ])('with %i failures before pauses', (failures, failing_since, seconds) => {
    const told_at = failing_since
    const after = healthAfter({ ...WELL, failures, failing_since, told_at }, BAD, NOW)
    expect(after.health).toMatchObject({ failures: failures + 1, failing_since: failing_since ?? NOW })
    expect((after.next_attempt_at.getTime() - NOW.getTime()) / 1000).toBe(seconds)
  })

  test.each([
    ['has just begun to fail', ago(299), null, BAD, null],
    ['fails for five minutes', ago(300), null, BAD, 'failing'],
    ['fails on and was told', ago(DAY), ago(DAY - 300), BAD, null],
    ['answers again after that was told', ago(DAY), ago(DAY - 300), GOOD, 'recovered'],
    ['answers again before that was told', ago(30), null, GOOD, null],
  ] as const)('that %s', (_, failing_since, told_at, outcome, news) => {
    expect(healthAfter({ ...WELL, failures: 4, failing_since, told_at }, outcome, NOW).news).toBe(news)
  })

  test.each([
    [1, null, false],
    [5, null, true],
    [2, ago(60), true],
  ])('that answers again after %i failures sends what waits', (failures, told_at, sends_all) => {
    const after = healthAfter({ failures, failing_since: ago(400), told_at, succeeded_at: null }, GOOD, NOW)
    expect(after).toMatchObject({ sends_all, health: { failures: 0, failing_since: null, succeeded_at: NOW } })
  })
})

test.each([
  [undefined, null],
  ['120', 120],
  ['Thu, 26 Nov 2026 12:01:00 GMT', 60],
  ['Thu, 26 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
])('Retry-After %s asks for %s seconds (INT-024)', (header, seconds) => {
  expect(retryAfter(header, NOW)).toBe(seconds)
})
