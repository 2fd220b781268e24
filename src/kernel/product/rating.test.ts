import { expect, test } from 'vitest'
import { averageRating } from './rating.ts'

test('a rating is rounded to one decimal and left out if there is none (CAT-013)', () => {
  expect(averageRating(0, 0)).toBeNull()
  expect(averageRating(14, 3)).toBe(4.7)
  expect(averageRating(5, 1)).toBe(5)
})
