import { expect, test } from 'vitest'
import { checkExpiry, lastExpiry } from './expiry.ts'

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
