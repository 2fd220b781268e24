import { expect, test } from 'vitest'
import { ENDING_WORDS, endingOf, isSessionEnding } from './session-ending.ts'

test.each([
  ['signed out at the provider', 'provider-sign-out'],
  ['left', 'access-ended'],
  ['blocked', 'access-ended'],
  ['removed from the portal', 'access-ended'],
  ['signed in elsewhere', 'session-ended'],
  ['constructor', 'session-ended'],
  [null, 'session-ended'],
])('a session that ended by %s is shown as %s (AUT-074, ERR-040)', (reason, ending) => {
  expect(endingOf(reason)).toBe(ending)
  expect(ENDING_WORDS[endingOf(reason)].title).toMatch(/\.$/)
})

test('only the known endings are taken from an address (AUT-074)', () => {
  expect(['access-ended', 'else', undefined].map(isSessionEnding)).toEqual([true, false, false])
})
