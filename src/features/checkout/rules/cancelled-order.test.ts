import { expect, test } from 'vitest'
import { leaveOrder } from './cancelled-order.ts'

test.each([
  [{ order_status: 2 }, 'cancelled'],
  [{ order_status: 4 }, 'paid'],
  [{ order_status: 1 }, 'paid'],
  [{ order_status: 5 }, 'paid'],
  [{ refusal: 422 }, 'paid'],
  [{ refusal: 404 }, 'none'],
  [{ refusal: 503 }, 'unsure'],
  [{ refusal: 0 }, 'unsure'],
] as const)(
  'after leaving the payment page %j means %s: nothing is called not charged that may be (ORD-008)',
  (answer, outcome) => {
    expect(leaveOrder(answer)).toBe(outcome)
  },
)
