import { expect, test } from 'vitest'
import { changeInWords } from './change.ts'

test.each([
  [0, 0, 'None in the last 60 days'],
  [7, 7, 'As in the 30 days before'],
  [7, 0, 'None in the 30 days before'],
  [150, 100, '50% more than in the 30 days before'],
  [0, 4, '100% less than in the 30 days before'],
  [1001, 1000, 'About as in the 30 days before'],
  [1100, 100, 'Far more than in the 30 days before'],
])('%i after %i: %s (REP-008)', (value, before, words) => {
  expect(changeInWords(value, before)).toBe(words)
})
