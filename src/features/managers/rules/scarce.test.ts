import { expect, test } from 'vitest'
import { isScarce } from './scarce.ts'

test.each([
  [10, 1, true],
  [10, 2, false],
  [100, 10, true],
  [100, 11, false],
  [5, 1, true],
  [1, 1, false],
  [10, 0, false],
  [0, 0, false],
])('of %i credits %i left: scarce is %s (PRT-113)', (total, remaining, isIt) => {
  expect(isScarce({ total, remaining })).toBe(isIt)
})
