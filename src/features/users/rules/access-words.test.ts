import { expect, test } from 'vitest'
import { type AccessCode, accessWords, mendsOf, verdictOf } from './access-words.ts'

const CODES: readonly AccessCode[] = [
  'granted',
  'not_a_member',
  'blocked',
  'role_missing',
  'no_grant',
  'ended',
  'not_started',
  'expired',
  'completed',
]

test('every reason has a text, and every obstacle an action that would remove it (USR-053)', () => {
  for (const code of CODES) {
    const { title, text, mend } = accessWords(code, 'Ann')
    expect(title).not.toBe('')
    expect(text).not.toContain('{')
    expect(mend === null).toBe(code === 'granted')
  }
})

test('an action that fixes two reasons is offered once (USR-053)', () => {
  const mends = mendsOf([{ code: 'blocked' }, { code: 'no_grant' }, { code: 'ended' }] as const, 'Ann')
  expect(mends.map(({ mend }) => mend)).toEqual(['unblock', 'enroll-again', null])
})

test.each([
  [true, true, 'Ann can enter this course'],
  [false, true, 'Ann can read this course, but not take it'],
  [false, false, 'Ann cannot enter this course'],
])('can_work %s and can_read %s is said as: %s (USR-053)', (can_work, can_read, words) => {
  expect(verdictOf({ can_work, can_read }, 'Ann')).toBe(words)
})
