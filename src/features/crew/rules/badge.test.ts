import { expect, test } from 'vitest'
import { badgeOf, isBadgeCode } from './badge.ts'

const CODE = '0123456789abcdefghjk'

test.each([
  ['the address of a badge', `https://core.example.com/badge#${CODE}`, CODE],
  ['with the start code of a slip', `https://core.example.com/badge#${CODE}.ABCD-EFGH`, CODE],
  ['typed by a scanner in capitals', `HTTPS://CORE.EXAMPLE.COM/BADGE#${CODE.toUpperCase()}`, CODE],
  ['with what a scanner adds', ` https://core.example.com/badge#${CODE}\r\n`, CODE],
  ['a code alone', CODE, CODE],
  ['a number', ' 10442 ', '10442'],
  ['a number with letters', 'y-1044', 'y-1044'],
  ['the address of a certificate', 'https://core.example.com/certificates/2222#AbC_d', ''],
  ['an address without a code', 'https://core.example.com/badge', ''],
  ['nothing behind the sign', 'https://core.example.com/badge#', ''],
  ['nothing', '  ', ''],
])('%s gives the badge (CRW-020)', (_, text, badge) => {
  expect(badgeOf(text)).toBe(badge)
})

test('a code is not taken for a number (CRW-020)', () => {
  expect(isBadgeCode(CODE)).toBe(true)
  expect(isBadgeCode('10442')).toBe(false)
})
