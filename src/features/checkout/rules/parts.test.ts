import { expect, test } from 'vitest'
import { inParts, MOST_ITEMS } from './parts.ts'

test('a long cart is read and priced in parts, each item once and in order (CRT-031)', () => {
  const all = Array.from({ length: 2 * MOST_ITEMS + 1 }, (_, index) => index)
  const parts = inParts(all, MOST_ITEMS)
  expect(parts.map(({ length }) => length)).toEqual([MOST_ITEMS, MOST_ITEMS, 1])
  expect(parts.flat()).toEqual(all)
  expect(inParts([], MOST_ITEMS)).toEqual([])
})
