import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bundlePrice,
  LEAST_TOTAL_CENTS,
  lineTotal,
  MOST_TOTAL_CENTS,
  priceFor,
  type Tier,
  totalFault,
} from './pricing.ts'

const tiers: Tier[] = [
  { from: 50, price_cents: 3000 },
  { from: 2, price_cents: 5000 },
  { from: 10, price_cents: 4500 },
]

test.each([
  [2, 5000],
  [9, 5000],
  [10, 4500],
  [49, 4500],
  [50, 3000],
  [9999, 3000],
])('a quantity of %d costs the tier it has reached (CRT-011)', (quantity, price) => {
  expect(priceFor(tiers, quantity)).toBe(price)
})

test('a quantity below the first tier uses the first tier (CRT-012)', () => {
  expect(priceFor(tiers, 1)).toBe(5000)
})

test('a course without prices has no price', () => {
  expect(priceFor([], 1)).toBeNull()
})

const anyTiers = fc.uniqueArray(
  fc.record({ from: fc.integer({ min: 1, max: 9999 }), price_cents: fc.nat(99_999_999) }),
  { minLength: 1, maxLength: 8, selector: (tier) => tier.from },
)
const quantity = fc.integer({ min: 1, max: 9999 })

test('the price is that of the matching tier, whatever the order of the tiers (CRT-011, CRT-012)', () => {
  fc.assert(
    fc.property(anyTiers, quantity, (all, count) => {
      const price = priceFor(all, count)
      expect(all.map((tier) => tier.price_cents)).toContain(price)
      expect(priceFor(all.toReversed(), count)).toBe(price)
      const reached = all.filter((tier) => tier.from <= count)
      const expected =
        reached.length > 0 ? Math.max(...reached.map((tier) => tier.from)) : Math.min(...all.map((tier) => tier.from))
      expect(all.find((tier) => tier.from === expected)?.price_cents).toBe(price)
    }),
  )
})

test('a line total is exact in cents (CRT-013, CRT-016)', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), quantity, (price, count) => {
      expect(BigInt(lineTotal(price, count))).toBe(BigInt(price) * BigInt(count))
    }),
  )
})

test('a bundle costs its discount price if it has one, even if that is zero (CRT-014)', () => {
  expect(bundlePrice({ price_cents: 9000, discount_price_cents: null })).toBe(9000)
  expect(bundlePrice({ price_cents: 9000, discount_price_cents: 7000 })).toBe(7000)
  expect(bundlePrice({ price_cents: 9000, discount_price_cents: 0 })).toBe(0)
})

test('zero needs no payment; an amount that the provider cannot take is refused (CRT-029)', () => {
  expect(totalFault(0)).toBeNull()
  expect(totalFault(1)).toBe('min_value')
  expect(totalFault(LEAST_TOTAL_CENTS - 1)).toBe('min_value')
  expect(totalFault(LEAST_TOTAL_CENTS)).toBeNull()
  expect(totalFault(MOST_TOTAL_CENTS)).toBeNull()
  expect(totalFault(MOST_TOTAL_CENTS + 1)).toBe('max_value')
})
