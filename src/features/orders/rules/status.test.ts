import { expect, test } from 'vitest'
import { ORDER_TYPES, ORDER_WORDS, orderTypeName, successKind } from '#kernel/product/orders.ts'
import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'
import { canMove, ORDER_MOVES } from './status.ts'

const numbers = Object.values(ORDER_STATUS)

test('the six statuses have their numbers (ORD-006)', () => {
  expect(ORDER_WORDS).toEqual({
    1: 'pending',
    2: 'cancelled',
    3: 'completed',
    4: 'failed',
    5: 'processing',
    6: 'refunded',
  })
})

test('an order makes only the transitions in the table (ORD-007, ORD-051)', () => {
  const moves = numbers.flatMap((from) =>
    numbers.filter((to) => canMove(from, to)).map((to) => `${ORDER_WORDS[from]} → ${ORDER_WORDS[to]}`),
  )
  expect(moves.sort()).toEqual(
    [
      'pending → processing',
      'pending → cancelled',
      'pending → failed',
      'processing → completed',
      'processing → failed',
      'processing → cancelled',
      'completed → refunded',
      'refunded → completed',
    ].sort(),
  )
})

test('every status can be reached from pending, and every order can come to an end (ORD-007)', () => {
  const reachable = (start: OrderStatus) => {
    const seen = new Set<OrderStatus>([start])
    for (const status of seen) for (const next of ORDER_MOVES[status]) seen.add(next)
    return seen
  }
  expect(reachable(ORDER_STATUS.pending)).toEqual(new Set(numbers))
  // A refunded order is only completed again when its refund turns out to have failed (ORD-051).
  const ends = [...numbers.filter((status) => ORDER_MOVES[status].length === 0), ORDER_STATUS.refunded]
  for (const status of numbers) expect(ends.some((end) => reachable(status).has(end))).toBe(true)
})

test('anything other than a course, bundle or subscription is shown as a credit order (ORD-003, ORD-004, ORD-005)', () => {
  expect(Object.fromEntries(ORDER_TYPES.map((type) => [type, orderTypeName(type)]))).toEqual({
    course: 'Course',
    bundle: 'Bundle',
    subscription: 'Subscription',
    'partner-subscription': 'Partner subscription',
    'partner-subscription-credit': 'Credits',
    'change-subscription': 'Credits',
    'credits-on-course': 'Credits',
    'credits-on-portal': 'Credits',
    'learner-reenroll': 'Credits',
  })
})

test('each type has its success page (CRT-028)', () => {
  const pages = (kind: string) => ORDER_TYPES.filter((type) => successKind(type) === kind)
  expect(pages('course')).toEqual(['course', 'credits-on-course', 'learner-reenroll'])
  expect(pages('bundle')).toEqual(['bundle'])
  expect(pages('subscription')).toEqual([
    'subscription',
    'partner-subscription',
    'partner-subscription-credit',
    'change-subscription',
    'credits-on-portal',
  ])
})
