import { describe, expect, test } from 'vitest'
import { centsOf, tierFor } from './prices.ts'

const TIERS = [
  { from: 1, price: 89 },
  { from: 5, price: 79 },
  { from: 25, price: 65 },
]

describe('the tier of a quantity', () => {
  test.each([
    [1, 89],
    [4, 89],
    [5, 79],
    [24, 79],
    [25, 65],
    [9999, 65],
  ])('%i pieces cost %i each: the highest tier that begins at or below (CRT-011)', (quantity, price) => {
    expect(tierFor(TIERS, quantity)?.price).toBe(price)
  })

  test('tiers need not come in order (CRT-011)', () => {
    expect(tierFor(TIERS.toReversed(), 6)?.price).toBe(79)
  })

  test('a quantity below the first tier uses the first tier (CRT-012)', () => {
    const wholesale = [
      { from: 50, price: 20 },
      { from: 10, price: 30 },
    ]
    expect(tierFor(wholesale, 1)?.price).toBe(30)
    expect(tierFor(wholesale, 9)?.price).toBe(30)
  })

  test('without tiers there is no price', () => {
    expect(tierFor([], 3)).toBeNull()
  })
})

test('decimal amounts become whole cents, even if the binary form is slightly off', () => {
  expect([centsOf(0.29), centsOf(19.99), centsOf(1.15), centsOf(0)]).toEqual([29, 1999, 115, 0])
})
