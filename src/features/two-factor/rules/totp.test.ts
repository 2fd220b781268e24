import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { codeAt, keyUri, readCode, stepOf } from './totp.ts'

// RFC 6238, appendix B: the key "12345678901234567890", of whose eight digits an app shows the last six.
const KEY = Secret.fromUTF8('12345678901234567890').base32
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const
const at = (seconds: number) => new Date(seconds * 1000)

test.each(VECTORS)('at %i seconds the code is that of RFC 6238 (AUT-058)', (seconds, code) => {
  expect(codeAt(KEY, at(seconds))).toBe(code.slice(2))
  expect(stepOf(KEY, code.slice(2), { now: at(seconds), last_step: null })).toBe(Math.floor(seconds / 30))
})

describe('the step of a code (AUT-060)', () => {
  const now = at(1_111_111_111)
  const step = Math.floor(1_111_111_111 / 30)
  test.each([
    [-60, null],
    [-30, step - 1],
    [0, step],
    [30, step + 1],
    [60, null],
  ])('with a clock %i seconds off it is %s', (seconds, expected) => {
    expect(stepOf(KEY, codeAt(KEY, at(1_111_111_111 + seconds)), { now, last_step: null })).toBe(expected)
  })
  test('that was taken, and every one before it, is taken no more', () => {
    const code = (seconds: number) => codeAt(KEY, at(1_111_111_111 + seconds))
    expect(stepOf(KEY, code(0), { now, last_step: step })).toBeNull()
    expect(stepOf(KEY, code(-30), { now, last_step: step })).toBeNull()
    expect(stepOf(KEY, code(30), { now, last_step: step })).toBe(step + 1)
  })
  test('of a wrong code is none', () => {
    expect(stepOf(KEY, '000000', { now, last_step: null })).toBeNull()
  })
})

test.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['', null],
])('the typed code %s is read as %s (AUT-060)', (typed, code) => expect(readCode(typed)).toBe(code))

test('an app reads issuer, account and key from the address (AUT-058)', () => {
  const uri = new URL(keyUri(KEY, 'Acme: Training', 'pat@example.com'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('pat@example.com')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: KEY,
    digits: '6',
    period: '30',
    algorithm: 'SHA1',
  })
})
