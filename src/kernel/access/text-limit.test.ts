import { expect, test } from 'vitest'
import { isTextLimitReached, keptForSignIns, mostTexts, textNotice } from './text-limit.ts'

test.each([
  [1_000, 100, 900],
  [1_001, 101, 900],
  [10, 1, 9],
  [5, 1, 4],
  [1, 1, 0],
  [0, 0, 0],
])('of %i texts a day the last %i are for links that sign in (TXT-023)', (limit, kept, others) => {
  expect(keptForSignIns(limit)).toBe(kept)
  expect(mostTexts('other', limit)).toBe(others)
  expect(mostTexts('sign-in', limit)).toBe(limit)
})

test.each([
  [0, 10, 0, false],
  [7, 10, 0, false],
  [8, 10, 80, false],
  [9, 10, 80, true],
  [10, 10, 100, true],
  [3, 4, 0, true],
  [1, 1, 100, true],
  // A limit that was lowered below what has left already.
  [12, 10, 100, true],
  // A portal that is to send nothing has sent nothing.
  [0, 0, 0, false],
] as const)('%i of %i texts are a notice at %i percent (TXT-025, TXT-026)', (sent, limit, notice, isReached) => {
  expect(textNotice(sent, limit)).toBe(notice)
  expect(isTextLimitReached(sent, limit)).toBe(isReached)
})
