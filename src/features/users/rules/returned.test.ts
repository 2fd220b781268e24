import { expect, test } from 'vitest'
import { addReturned, NOTHING_RETURNED, returnedWords } from './returned.ts'

test.each([
  [NOTHING_RETURNED, ''],
  [{ seats: 1, credits: 0, invitations: 0 }, '1 unused seat'],
  [{ seats: 2, credits: 1, invitations: 1 }, '2 unused seats, 1 unused credit, and 1 seat reserved by an invitation'],
  [{ seats: 0, credits: 1200, invitations: 3 }, '1,200 unused credits and 3 seats reserved by invitations'],
])('what goes back is said in words: %j (USR-085)', (returned, words) => {
  expect(returnedWords(returned)).toBe(words)
})

test('what several people give back adds up (USR-085)', () => {
  const one = { seats: 1, credits: 2, invitations: 3 }
  expect(addReturned(one, addReturned(one, NOTHING_RETURNED))).toEqual({ seats: 2, credits: 4, invitations: 6 })
})
