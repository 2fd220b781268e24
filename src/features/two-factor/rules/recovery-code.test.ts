import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readRecoveryCode, recoveryCodeOf } from './recovery-code.ts'

test('codes have ten letters and digits in two halves, and are read as they are written (AUT-063)', () => {
  for (let n = 0; n < 200; n++) {
    const code = recoveryCodeOf(randomBytes(64))
    expect(code).toMatch(/^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/)
    expect(readRecoveryCode(code)).toBe(code.replace('-', ''))
  }
})

test('too few usable bytes make no code (AUT-063)', () => {
  expect(() => recoveryCodeOf(new Uint8Array(64).fill(255))).toThrow(RangeError)
})

test.each([
  [' 7HK3M Q2XVD ', '7hk3mq2xvd'],
  ['7hk3mq2xvd', '7hk3mq2xvd'],
  ['7hk3m-q2xv', null],
  ['7hk3m-q2xvl', null],
  ['123456', null],
])('the typed code "%s" is read as %s (AUT-063)', (typed, code) => expect(readRecoveryCode(typed)).toBe(code))
