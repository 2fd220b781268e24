import { expect, test } from 'vitest'
import { canonicalMobile, mobileWords } from './mobile-number.ts'

test.each([
  ['(212) 555-0147', '+12125550147'],
  ['212.555.0147', '+12125550147'],
  ['1 212 555 0147', '+12125550147'],
  ['+1 212 555 0147', '+12125550147'],
  ['0044 7700 900123', '+447700900123'],
  ['+52 55 1234 5678', '+525512345678'],
  ['２１２ ５５５ ０１４７', '+12125550147'],
  ['212 555 0147 x12', null],
  ['1-800-555-0147', null],
  ['900 555 0147', null],
  ['555-0147', null],
  ['112 555 0147', null],
  ['+999 1234567', null],
  ['call me', null],
  ['', null],
])('the mobile number %j is kept as %j (TXT-006)', (typed, number) => {
  expect(canonicalMobile(typed)).toBe(number)
})

test('people read a number of the USA as they write it, any other with its country code (TXT-006)', () => {
  expect(mobileWords('+12125550147')).toBe('(212) 555-0147')
  expect(mobileWords('+447700900123')).toBe('+447700900123')
})
