import { describe, expect, test } from 'vitest'
import {
  type Cart,
  type CartLine,
  countOf,
  EMPTY_CART,
  linesOf,
  quantityIn,
  readCart,
  toQuantity,
  typedQuantity,
  vanishedLines,
  withLine,
  withoutItems,
  withQuantity,
  writeCart,
} from './cart.ts'

const course = (id: number, quantity = 1): CartLine => ({ kind: 'course', id, slug: `course-${id}`, quantity })
const bundle = (id: number, quantity = 1): CartLine => ({ kind: 'bundle', id, slug: `bundle-${id}`, quantity })
const plan = (id: number, type: 'monthly' | 'annual' = 'monthly'): CartLine => ({ kind: 'subscription', id, type })

describe('what is stored', () => {
  test('only id, slug and quantity of courses and bundles, id and type of a subscription (CRT-001)', () => {
    const stored = JSON.stringify({
      7: [
        { ...course(1, 2), title: 'A title', price: 89 },
        { ...bundle(2), courses: [] },
        { ...plan(3, 'annual'), name: 'Enterprise' },
      ],
    })
    expect(readCart(stored, 7)).toEqual([course(1, 2), bundle(2), plan(3, 'annual')])
  })

  test('each portal has its own cart under the same key (CRT-002)', () => {
    const both = writeCart(writeCart(null, 1, [course(1)]), 2, [bundle(5)])
    expect(readCart(both, 1)).toEqual([course(1)])
    expect(readCart(both, 2)).toEqual([bundle(5)])
    const emptied = writeCart(both, 1, EMPTY_CART)
    expect(readCart(emptied, 1)).toEqual([])
    expect(readCart(emptied, 2)).toEqual([bundle(5)])
  })

  test.each([null, '', 'null', '[]', '{"7":{}}', '{"7":"x"}', '{not json', '"text"'])(
    'unreadable storage %j is an empty cart (CRT-002)',
    (text) => {
      expect(readCart(text, 7)).toEqual([])
      expect(readCart(writeCart(text, 7, [course(1)]), 7)).toEqual([course(1)])
    },
  )

  test('damaged lines are left out, the others stay (CRT-001)', () => {
    const lines = [
      null,
      3,
      {},
      { kind: 'course', id: '1', slug: 'a', quantity: 1 },
      { kind: 'course', id: 1.5, slug: 'a', quantity: 1 },
      { kind: 'course', id: -1, slug: 'a', quantity: 1 },
      { kind: 'course', id: 4 },
      { kind: 'article', id: 4, slug: 'a' },
      { kind: 'subscription', id: 4, type: 'weekly' },
      course(9, 3),
      course(9, 5),
    ]
    expect(readCart(JSON.stringify({ 7: lines }), 7)).toEqual([course(9, 3)])
  })
})

describe('subscriptions', () => {
  test('a second subscription takes the place of the first (CRT-003)', () => {
    const cart = withLine(withLine([course(1)], plan(1)), plan(2, 'annual'))
    expect(cart).toEqual([course(1), plan(2, 'annual')])
  })

  test('storage with two subscriptions is read as having one (CRT-003)', () => {
    expect(readCart(JSON.stringify({ 7: [plan(1), plan(2)] }), 7)).toEqual([plan(1)])
  })
})

describe('items that no longer exist', () => {
  test('lines that the refetch did not return are found by kind (CRT-004)', () => {
    const cart = [course(1), course(2), bundle(1)]
    expect(vanishedLines(cart, 'course', [{ id: 2 }])).toEqual([course(1)])
    expect(vanishedLines(cart, 'bundle', [{ id: 1 }])).toEqual([])
    expect(vanishedLines(cart, 'bundle', [])).toEqual([bundle(1)])
  })

  test('removing leaves everything else, including the same id of another kind (CRT-004)', () => {
    expect(withoutItems([course(1), bundle(1), plan(1)], [{ kind: 'course', id: 1 }])).toEqual([bundle(1), plan(1)])
  })
})

describe('quantities', () => {
  test.each(['', ' ', 'abc', '12abc', 'NaN', 'Infinity', null, undefined, {}, [], true])(
    '%j is not numeric and falls back to 0 or 1 (CRT-005)',
    (value) => {
      expect(toQuantity(value, 0)).toBe(0)
      expect(toQuantity(value, 1)).toBe(1)
    },
  )

  test('an emptied quantity falls back to 1, and the sum counts nothing for it (CRT-006)', () => {
    expect(withQuantity([course(1, 5)], { kind: 'course', id: 1 }, 'x')).toEqual([course(1, 1)])
    const broken = [{ ...course(1), quantity: 'x' }, course(2, 3)] as unknown as Cart
    expect(countOf(broken)).toBe(3)
  })

  test.each([
    ['3', 3],
    [' 12 ', 12],
    ['2.9', 2],
    [10_000, 9999],
    [-4, 0],
    [0, 0],
  ])('%j becomes the whole number %i from 0 to 9999 (CRT-007)', (value, quantity) => {
    expect(toQuantity(value, 1)).toBe(quantity)
  })

  test.each([
    ['0', 0],
    ['-1', 1],
    ['0.5', 1],
    ['', 1],
    ['abc', 1],
    ['12', 12],
    ['100000', 9999],
  ])('typing %j means %i: nothing but a zero removes an item (CRT-005, CRT-007)', (text, quantity) => {
    expect(typedQuantity(text, 0)).toBe(quantity)
    expect(typedQuantity(text, 1)).toBe(Math.max(1, quantity))
  })

  test('0 removes the item (CRT-007)', () => {
    expect(withQuantity([course(1, 5), course(2)], { kind: 'course', id: 1 }, 0)).toEqual([course(2)])
  })

  test('adding an item already in the cart raises its quantity, up to 9999 (CRT-009)', () => {
    expect(withLine([course(1, 2), bundle(1)], course(1, 3))).toEqual([course(1, 5), bundle(1)])
    expect(withLine([course(1, 9998)], course(1, 5))).toEqual([course(1, 9999)])
  })

  test('an item is added at least once (CRT-006, CRT-009)', () => {
    expect(withLine([], course(1, 0))).toEqual([course(1, 1)])
  })

  test('the badge counts the seats of all items and a subscription as one (CRT-006)', () => {
    expect(countOf([course(1, 3), bundle(2, 2), plan(1)])).toBe(6)
    expect(quantityIn([course(1, 3), plan(1)], { kind: 'course', id: 1 })).toBe(3)
    expect(quantityIn([course(1, 3)], { kind: 'bundle', id: 1 })).toBe(0)
  })
})

test('each checkout takes only the lines of its kind (CRT-022)', () => {
  const cart = [course(1), bundle(1), plan(1), course(2)]
  expect(linesOf(cart, 'course')).toEqual([course(1), course(2)])
  expect(linesOf(cart, 'bundle')).toEqual([bundle(1)])
})
