import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COUNT_MS, lockedUntil, lockHours, type WrongTries, withWrongTry } from './lock.ts'

const START = Date.UTC(2026, 0, 5)
const HOUR_MS = 3_600_000
const at = (ms: number) => new Date(START + ms)

test.each([
  [0, 1],
  [1, 4],
  [2, 16],
  [3, 24],
  [4, 168],
  [5, 336],
  [8, 2688],
])('lock number %d holds %d hours (BDG-018)', (number, hours) => {
  expect(lockHours(number)).toBe(hours)
})

test.each([
  [99, null],
  [100, 1],
  [101, null],
  [109, null],
  [110, 4],
  [130, 24],
  [140, 168],
  [150, 336],
])('after %d wrong tries the lock holds %s hours (BDG-018)', (wrong, hours) => {
  const tries = { wrong, first_at: at(0), last_at: at(0) }
  expect(lockedUntil(tries, at(0))).toEqual(hours === null ? null : at(hours * HOUR_MS))
  if (hours !== null) expect(lockedUntil(tries, at(hours * HOUR_MS))).toBeNull()
})

test('nobody waits without a wrong try, and a count begins again after a year (BDG-018)', () => {
  expect(lockedUntil(null, at(0))).toBeNull()
  const full = { wrong: 105, first_at: at(0), last_at: at(5) }
  expect(withWrongTry(full, at(COUNT_MS - 1))).toEqual({ ...full, wrong: 106, last_at: at(COUNT_MS - 1) })
  expect(withWrongTry(full, at(COUNT_MS))).toEqual({ wrong: 1, first_at: at(COUNT_MS), last_at: at(COUNT_MS) })
})

/** The moments at which somebody tried who waits these times before each try, and for a lock to end as well. */
const triesOf = (pauses: readonly number[], years: number): number[] => {
  const moments: number[] = []
  let tries: WrongTries | null = null
  let now = 0
  for (let n = 0; now < years * COUNT_MS; n++) {
    now += pauses[n % pauses.length] ?? 0
    now = Math.max(now, (lockedUntil(tries, at(now))?.getTime() ?? 0) - START)
    tries = withWrongTry(tries, at(now))
    if (now < years * COUNT_MS) moments.push(now)
  }
  return moments
}

test('a guesser who never stops has 190 tries in a year (BDG-018)', () => {
  const moments = triesOf([0], 10)
  expect(moments.filter((moment) => moment < COUNT_MS)).toHaveLength(190)
  expect(moments.length).toBeLessThanOrEqual(10 * 190)
})

test('whatever the pauses of a guesser are, each year gives at most 190 tries, and any twelve months fewer than 380 (BDG-018)', () => {
  const pause = fc.oneof(
    fc.integer({ min: 0, max: HOUR_MS }),
    fc.integer({ min: HOUR_MS, max: 200 * HOUR_MS }),
    fc.constant(0),
    fc.integer({ min: 0, max: COUNT_MS }),
  )
  fc.assert(
    fc.property(fc.array(pause, { minLength: 1, maxLength: 250 }), fc.integer({ min: 1, max: 6 }), (pauses, years) => {
      const moments = triesOf(pauses, years)
      expect(moments.length).toBeLessThanOrEqual(years * 190)
      let first = 0
      for (const [last, moment] of moments.entries()) {
        while ((moments[first] ?? 0) <= moment - COUNT_MS) first++
        expect(last - first + 1).toBeLessThan(380)
      }
    }),
    { numRuns: 300 },
  )
})
