import { expect, test } from 'vitest'
import { isCreditable } from './creditable.ts'
import { creditPrice, DEFAULT_MIN_CREDIT_PRICE_CENTS, isOwnPriceAllowed, minCreditPrice } from './price.ts'

const course = { min_credit_price_cents: 1000, max_discount: 25, credit_price_cents: null }

test('the minimum price is 1 dollar if a course sets none (CRD-014)', () => {
  expect(DEFAULT_MIN_CREDIT_PRICE_CENTS).toBe(100)
})

test('only a buyer who bought the course before gets the discount (CRD-015, CRD-016)', () => {
  expect(minCreditPrice(course, false)).toBe(1000)
  expect(minCreditPrice(course, true)).toBe(750)
})

test.each([
  [999, 33, 669],
  [1, 50, 1],
  [5, 50, 3],
  [0, 50, 0],
  [1000, 0, 1000],
  [1000, 100, 0],
  [1000, 140, 0],
  [1000, -5, 1000],
])('%i cents less %i percent are %i cents (CRD-017)', (min, discount, expected) => {
  expect(minCreditPrice({ ...course, min_credit_price_cents: min, max_discount: discount }, true)).toBe(expected)
})

test("the portal's own price overrides the minimum, bought or not (CRD-018)", () => {
  const own = { ...course, credit_price_cents: 900 }
  expect(creditPrice(own, false)).toBe(900)
  expect(creditPrice(own, true)).toBe(900)
  expect(creditPrice(course, false)).toBe(1000)
  expect(creditPrice(course, true)).toBe(750)
})

test('a portal price below the discounted minimum is not allowed (CRD-018)', () => {
  expect(isOwnPriceAllowed(course, 750)).toBe(true)
  expect(isOwnPriceAllowed(course, 749)).toBe(false)
})

test.each([
  [1, false],
  [2, true],
  [3, false],
  [4, false],
])(
  'credits of a course with publication number %i can be given and bought: %s (CRD-011, CRD-012)',
  (status, expected) => {
    expect(isCreditable({ publication_status: status })).toBe(expected)
  },
)
