import { expect, test } from 'vitest'
import { countedDelta, decideReview, REVIEW_STATUSES, reviewCounters } from './reviews.ts'

test.each([
  [0, false, 'too_early'],
  [49, false, 'too_early'],
  [50, false, null],
  [100, false, null],
  [100, true, 'already_reviewed'],
  [0, true, 'already_reviewed'],
] as const)(
  'at %i percent, with a review: %s, the answer is %s (REV-004, REV-005)',
  (progress, has_review, refusal) => {
    expect(decideReview({ progress, has_review })).toBe(refusal)
  },
)

test('only approved reviews are counted, however they got there (REV-006, REV-007)', () => {
  for (const before of [null, ...REVIEW_STATUSES])
    for (const after of [null, ...REVIEW_STATUSES])
      expect(countedDelta(before, after)).toBe((after === 3 ? 1 : 0) - (before === 3 ? 1 : 0))
})

test('counters give each rating, the total and the average with one decimal (REV-008, SEO-020)', () => {
  expect(reviewCounters({ 1: 0, 2: 1, 3: 0, 4: 0, 5: 2 })).toEqual({
    total: 3,
    average: 4,
    ratings: [5, 4, 3, 2, 1].map((rating) => ({ rating, count: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 2 }[rating] })),
  })
  expect(reviewCounters({ 1: 0, 2: 0, 3: 0, 4: 2, 5: 1 }).average).toBe(4.3)
  expect(reviewCounters({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 })).toMatchObject({ total: 0, average: null })
})
