import { describe, expect, test } from 'vitest'
import type { Role } from '#kernel/access/roles.ts'
import { isEasyPin, secretProblem } from './secret.ts'

test.each([
  ['111111', true],
  ['000000', true],
  ['123456', true],
  ['345678', true],
  ['987654', true],
  ['543210', true],
  ['121212', true],
  ['373737', true],
  ['123123', true],
  ['907907', true],
  ['442913', true],
  ['012345', true],
  ['123457', false],
  ['135790', false],
  ['112233', false],
  ['907908', false],
  ['291344', false],
])('the PIN %s for badge 10-442913 is too easy: %s (BDG-016)', (pin, isEasy) => {
  expect(isEasyPin(pin, '10-442913')).toBe(isEasy)
})

test('a badge number with fewer digits than a PIN forbids none (BDG-016)', () => {
  expect(isEasyPin('804217', 'W-17')).toBe(false)
})

describe('a PIN or a password by role (BDG-016, BDG-017)', () => {
  const cases: readonly (readonly [string, readonly Role[], string | null])[] = [
    ['804217', ['learner'], null],
    ['804217', [], null],
    ['804217', ['manager', 'learner'], 'pin_not_enough'],
    ['804217', ['instructor'], 'pin_not_enough'],
    ['804217', ['portal_admin'], 'pin_not_enough'],
    ['111111', ['learner'], 'pin_easy'],
    ['111111', ['manager'], 'pin_not_enough'],
    ['80421', ['learner'], 'password_weak'],
    ['8042170', ['learner'], 'password_weak'],
    ['Harbor-crew-17!', ['learner'], null],
    ['Harbor-crew-17!', ['portal_admin'], null],
    ['', ['learner'], 'password_weak'],
  ]
  test.each(cases)('%j for %j: %s', (secret, roles, problem) => {
    expect(secretProblem(secret, { number: '10442', roles })).toBe(problem)
  })
})
