import { expect, test } from 'vitest'
import { coursePercent } from './percent.ts'

test.each([
  [1, 0, 4, 0],
  [1, 1, 3, 33],
  [1, 2, 3, 67],
  [1, 1, 8, 13],
  [1, 4, 4, 100],
  [5, 1, 4, 100],
  [4, 0, 0, 0],
  [1, 5, 4, 100],
])('status %i with %i of %i items is %i percent (LRN-023, LRN-024)', (status, done, total, percent) => {
  expect(coursePercent(status, done, total)).toBe(percent)
})
