import { expect, test } from 'vitest'
import { waitAfterFailures } from './wait-after-failures.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  [0, 0, 0],
  [9, 0, 0],
  [10, 0, 30],
  [10, 29, 1],
  [10, 30, 0],
  [11, 0, 60],
  [12, 0, 120],
  [13, 60, 180],
  [14, 0, 480],
  [15, 0, 900],
  [99, 0, 900],
  [99, 900, 0],
])(
  'after %d wrong passwords, the last one %d seconds ago, the next try waits %d seconds (AUT-054)',
  (count, seconds, wait) => {
    expect(waitAfterFailures({ count, last: ago(seconds) }, 10, now)).toBe(wait)
  },
)

test('nobody waits without a failure (AUT-054)', () => {
  expect(waitAfterFailures({ count: 0, last: null }, 0, now)).toBe(0)
})
