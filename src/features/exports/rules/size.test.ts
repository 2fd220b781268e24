import { expect, test } from 'vitest'
import { isInBackground } from './size.ts'

test.each([
  [0, false],
  [10_000, false],
  [10_001, true],
])('an export of %i rows is made in the background: %s (API-019)', (rows, expected) => {
  expect(isInBackground(rows)).toBe(expected)
})
