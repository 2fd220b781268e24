import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideSort, placeAt } from './order.ts'

const placed = (id: number, sort_number: number) => ({ id, sort_number })

describe('sorting (BLD-013, BLD-014, BLD-039)', () => {
  test('a complete request gives the order of its numbers', () => {
    expect(decideSort([7, 8, 9], [placed(7, 3), placed(8, 1), placed(9, 2)])).toEqual({ ids: [8, 9, 7], errors: null })
    expect(decideSort([], [])).toEqual({ ids: [], errors: null })
  })

  test.each([
    ['a missing item', [placed(7, 1)], { items: ['This field is required.'] }],
    ['an unknown item', [placed(7, 1), placed(5, 2)], { 'items.1.id': ['Selected value is not valid'] }],
    ['an item twice', [placed(7, 1), placed(7, 2)], { 'items.1.id': ['Selected value is not valid'] }],
    ['a place twice', [placed(7, 1), placed(8, 1)], { 'items.1.sort_number': ['Selected value is not valid'] }],
    ['a gap', [placed(7, 1), placed(8, 3)], { 'items.1.sort_number': ['Please enter a value of no more than 2.'] }],
    ['the place 0', [placed(7, 0), placed(8, 1)], { 'items.0.sort_number': ['Please enter a value of at least 1.'] }],
    ['half a place', [placed(7, 1), placed(8, 1.5)], { 'items.1.sort_number': ['Please enter a whole number.'] }],
  ])('%s is refused', (_, requested, errors) => {
    const decision = decideSort([7, 8], requested)
    expect(decision.ids).toBeNull()
    expect(decision.errors).toMatchObject(errors)
  })

  test('a request is accepted only if it numbers exactly the current items, and is then applied', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 6 })
    const wish = fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 30 }), sort_number: fc.integer({ min: -1, max: 8 }) }),
      { maxLength: 7 },
    )
    const rightOrNot = ids.chain((present) =>
      fc.tuple(
        fc.constant(present),
        fc.oneof(
          wish,
          fc.shuffledSubarray(present, { minLength: present.length }).chain((order) =>
            fc.shuffledSubarray(
              order.map((id, index) => placed(id, index + 1)),
              { minLength: order.length },
            ),
          ),
        ),
      ),
    )
    let taken = 0
    fc.assert(
      fc.property(rightOrNot, ([present, requested]) => {
        const { ids: order, errors } = decideSort(present, requested)
        const isNumbering =
          requested.length === present.length &&
          new Set(requested.map(({ id }) => id)).size === present.length &&
          requested.every(({ id }) => present.includes(id)) &&
          new Set(requested.map((item) => item.sort_number)).size === present.length &&
          requested.every((item) => item.sort_number >= 1 && item.sort_number <= present.length)
        expect(order !== null).toBe(isNumbering)
        expect(errors === null).toBe(isNumbering)
        if (order) taken++
        for (const { id, sort_number } of order ? requested : []) expect(order?.[sort_number - 1]).toBe(id)
      }),
      { numRuns: 1000 },
    )
    expect(taken).toBeGreaterThan(100)
  })
})

test.each([
  [[1, 2, 3], 9, 1, [9, 1, 2, 3]],
  [[1, 2, 3], 9, 2, [1, 9, 2, 3]],
  [[1, 2, 3], 9, undefined, [1, 2, 3, 9]],
  [[1, 2, 3], 9, 99, [1, 2, 3, 9]],
  [[1, 2, 3], 9, 0, [9, 1, 2, 3]],
  [[1, 2, 3], 1, 3, [2, 3, 1]],
  [[1, 2, 3], 3, 1, [3, 1, 2]],
  [[1, 2, 3], 2, null, [1, 3, 2]],
])('%j with %d at %s is %j (BLD-014, BLD-040)', (ids, id, place, order) => {
  expect(placeAt(ids, id, place)).toEqual(order)
})
