import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropPlace, moved } from './sortable-order.ts'

test('an item moves to its new position and the others keep their order (UIX-032)', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), fc.nat(), fc.nat(), (items, one, other) => {
      const [from, to] = [one % items.length, other % items.length]
      const next = moved(items, from, to)
      expect(next[to]).toBe(items[from])
      expect(next.filter((item) => item !== items[from])).toEqual(items.filter((item) => item !== items[from]))
    }),
  )
})

test('a dragged item moves past every item whose middle it has crossed', () => {
  const middles = [10, 50, 200, 300]
  expect(dropPlace(middles, 0, 5)).toBe(0)
  expect(dropPlace(middles, 0, 60)).toBe(1)
  expect(dropPlace(middles, 0, 999)).toBe(3)
  expect(dropPlace(middles, 3, 55)).toBe(2)
  expect(dropPlace(middles, 2, 190)).toBe(2)
})
