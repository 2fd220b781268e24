import { expect, test } from 'vitest'
import { checkExpiry, lastExpiry, noticeDue } from './expiry.ts'

const now = new Date('2031-05-01T10:00:00Z')

test.each([
  ['2031-05-01T10:00:00Z', 'Please choose a day that is still to come.'],
  ['2031-05-01T10:00:01Z', null],
  ['2032-05-01T10:00:00Z', null],
  ['2032-05-01T10:00:01Z', 'Please choose a day within one year.'],
])('a token made on 1 May 2031 that ends %s: %s (USR-042)', (end, refusal) => {
  expect(checkExpiry(new Date(end), now)).toBe(refusal)
})

test('a year from February 29 ends on March 1 (USR-042)', () => {
  expect(lastExpiry(new Date('2032-02-29T00:00:00Z')).toISOString()).toBe('2033-03-01T00:00:00.000Z')
})

const DAY = 86_400_000
const inDays = (days: number) => new Date(now.getTime() + days * DAY)
test.each([
  ['made long ago, ends in 15 days', -300, 15, null],
  ['made long ago, ends in 14 days', -300, 14, 14],
  ['made long ago, ends in 4 days', -300, 4, 14],
  ['made long ago, ends in 3 days', -300, 3, 3],
  ['made long ago, ends within the hour', -300, 0.01, 3],
  ['made long ago, has ended', -300, 0, null],
  ['made yesterday for 10 days', -1, 9, null],
  ['made a week ago for 10 days', -7, 3, 3],
  ['made yesterday for 3 days', -1, 2, null],
])('a token that was %s (%d, %d): notice %s (INT-042)', (_what, created, ends, notice) => {
  expect(noticeDue({ created_at: inDays(created), expires_at: inDays(ends) }, now)).toBe(notice)
})
