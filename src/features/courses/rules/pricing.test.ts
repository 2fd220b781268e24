import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTiers, hasTwoPlaces, MAX_FROM, MAX_PRICE_CENTS } from './pricing.ts'

const tier = (from: number, price_cents = 100) => ({ from, price_cents })

describe('a set of tiers (BLD-020)', () => {
  test.each([
    ['rising', [tier(1), tier(5), tier(10)], {}],
    ['a free one', [tier(1, 0)], {}],
    ['a gap before the first', [tier(3)], {}],
    ['none', [], {}],
    ['below 1', [tier(0)], { 'course_pricings.0.from': ['Please enter a value of at least 1.'] }],
    ['twice the same', [tier(1), tier(1)], { 'course_pricings.1.from': ['Please enter a value of at least 2.'] }],
    ['falling', [tier(5), tier(2)], { 'course_pricings.1.from': ['Please enter a value of at least 6.'] }],
    ['a fraction', [tier(1.5)], { 'course_pricings.0.from': ['Please enter a whole number.'] }],
    ['below 0', [tier(1, -1)], { 'course_pricings.0.price': ['Please enter a value of at least 0.'] }],
    [
      'beyond the largest',
      [tier(MAX_FROM + 1, MAX_PRICE_CENTS + 1)],
      {
        'course_pricings.0.from': ['Please enter a value of no more than 1000000.'],
        'course_pricings.0.price': ['Please enter a value of no more than 999999.99.'],
      },
    ],
  ])('%s', (_, tiers, errors) => {
    expect(checkTiers(tiers)).toEqual(errors)
  })

  test('is right exactly when its quantities are distinct, in order and in range', () => {
    const any = fc.array(
      fc.record({
        from: fc.integer({ min: -2, max: 12 }),
        price_cents: fc.oneof(fc.integer({ min: -3, max: 300 }), fc.integer()),
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(any, (tiers) => {
        const froms = tiers.map(({ from }) => from)
        const isRight =
          froms.every((from) => from >= 1) &&
          new Set(froms).size === froms.length &&
          froms.every((from, index) => index === 0 || from > (froms[index - 1] ?? 0)) &&
          tiers.every(({ price_cents: price }) => price >= 0 && price <= MAX_PRICE_CENTS)
        expect(Object.keys(checkTiers(tiers)).length === 0).toBe(isRight)
      }),
      { numRuns: 1000 },
    )
  })

  test('the largest set is exact in whole cents', () => {
    expect(Number.isSafeInteger(MAX_PRICE_CENTS * MAX_FROM)).toBe(true)
    expect(MAX_PRICE_CENTS).toBeLessThan(2 ** 31)
  })
})

test('every amount of whole cents has two places, every third place is seen (API-008, BLD-020)', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: MAX_PRICE_CENTS }), (cents) => hasTwoPlaces(cents / 100)))
  for (const amount of [0.001, 1.005, 19.999, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY])
    expect(hasTwoPlaces(amount)).toBe(false)
})
