import { describe, expect, test } from 'vitest'
import { bundlePrice, coursePrice, nextSaving, sumOf, tierRows } from './totals.ts'

const course = {
  course_pricings: [
    { from: 1, price: 89.99 },
    { from: 5, price: 79.5 },
    { from: 25, price: 65 },
  ],
}

describe('a course at a quantity', () => {
  test.each([
    [1, 8999, 8999],
    [4, 8999, 35_996],
    [5, 7950, 39_750],
    [100, 6500, 650_000],
  ])('%i seats cost %i cents each, %i together (CRT-011, CRT-013)', (quantity, unit, total) => {
    expect(coursePrice(course, quantity)).toEqual({ unit_cents: unit, total_cents: total, old_unit_cents: null })
  })

  test('below the first tier, the first tier applies (CRT-012)', () => {
    expect(coursePrice({ course_pricings: [{ from: 10, price: 20 }] }, 3)?.total_cents).toBe(6000)
  })

  test('a course without prices has no price', () => {
    expect(coursePrice({ course_pricings: [] }, 1)).toBeNull()
  })

  test('the line total is exact even where decimals are not (CRT-013)', () => {
    expect(coursePrice({ course_pricings: [{ from: 1, price: 0.1 }] }, 3)?.total_cents).toBe(30)
    expect(coursePrice({ course_pricings: [{ from: 1, price: 1.15 }] }, 9999)?.total_cents).toBe(1_149_885)
  })
})

describe('a bundle at a quantity', () => {
  test('the discount price is used if there is one, with the old price beside it (CRT-014)', () => {
    const bundle = { price: 250, discount_price: 199 }
    expect(bundlePrice(bundle, 2)).toEqual({ unit_cents: 19_900, total_cents: 39_800, old_unit_cents: 25_000 })
  })

  test('without a discount, the price is used (CRT-014)', () => {
    expect(bundlePrice({ price: 250, discount_price: null }, 1)).toEqual({
      unit_cents: 25_000,
      total_cents: 25_000,
      old_unit_cents: null,
    })
  })

  test('a discount to zero is a price of zero (CRT-014)', () => {
    expect(bundlePrice({ price: 250, discount_price: 0 }, 3).total_cents).toBe(0)
  })
})

test('the total is the sum of the lines (CRT-013)', () => {
  expect(sumOf([coursePrice(course, 5), bundlePrice({ price: 10.1, discount_price: null }, 3), null])).toBe(42_780)
  expect(sumOf([])).toBe(0)
})

describe('the price list', () => {
  test('names the quantities of each tier and how much it saves (CRT-011)', () => {
    expect(tierRows(course.course_pricings.toReversed())).toEqual([
      { from: 1, to: 4, unit_cents: 8999, saving_percent: 0 },
      { from: 5, to: 24, unit_cents: 7950, saving_percent: 11 },
      { from: 25, to: null, unit_cents: 6500, saving_percent: 27 },
    ])
  })

  test('the first tier is shown from 1 on, because it applies below its own quantity (CRT-012)', () => {
    expect(tierRows([{ from: 10, price: 20 }])).toEqual([{ from: 1, to: null, unit_cents: 2000, saving_percent: 0 }])
  })

  test('a tier that costs more saves nothing, and a free first tier divides by nothing', () => {
    const rows = tierRows([
      { from: 1, price: 0 },
      { from: 2, price: 5 },
    ])
    expect(rows.map((row) => row.saving_percent)).toEqual([0, 0])
  })

  test('the next cheaper quantity is offered (CRT-011)', () => {
    expect(nextSaving(course.course_pricings, 3)).toEqual({ missing: 2, unit_cents: 7950 })
    expect(nextSaving(course.course_pricings, 5)).toEqual({ missing: 20, unit_cents: 6500 })
    expect(nextSaving(course.course_pricings, 30)).toBeNull()
    expect(nextSaving([], 1)).toBeNull()
  })
})
