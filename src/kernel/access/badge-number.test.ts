import { expect, test } from 'vitest'
import { canonicalNumber, drawNumber } from './badge-number.ts'

test.each([
  ['10442', '10442'],
  [' 10 442 ', '10442'],
  ['w-17', 'W-17'],
  ['ａ１２', 'A12'],
  ['ABC', 'ABC'],
  ['12345678901234567890', '12345678901234567890'],
  ['12', null],
  ['123456789012345678901', null],
  ['-17', null],
  ['17-', null],
  ['W_17', null],
  ['ana@example.com', null],
  ['#17', null],
  ['№ 17', 'NO17'],
  ['Ж17', null],
  ['', null],
])('the badge number %j is kept as %j (BDG-002)', (typed, kept) => {
  expect(canonicalNumber(typed)).toBe(kept)
})

test('a text that is far too long is no badge number (BDG-002)', () => {
  expect(canonicalNumber(`${' '.repeat(5000)}10442`)).toBeNull()
})

test.each([
  [0, '100000'],
  [342_913, '442913'],
  [899_999, '999999'],
])('a drawn number has six digits and is a badge number (BDG-002): %i', (drawn, number) => {
  const limits: number[] = []
  const randomInt = (below: number) => {
    limits.push(below)
    return drawn
  }
  expect(drawNumber(randomInt)).toBe(number)
  expect(limits).toEqual([900_000])
  expect(canonicalNumber(number)).toBe(number)
})
