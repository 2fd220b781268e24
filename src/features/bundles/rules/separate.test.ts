import { expect, test } from 'vitest'
import { separateCents } from './separate.ts'

const scaffolds = {
  course_pricings: [
    { from: 1, price: 79 },
    { from: 10, price: 69 },
  ],
}
const ladders = {
  course_pricings: [
    { from: 5, price: 25 },
    { from: 1, price: 29.95 },
  ],
}

test.each([
  { quantity: 1, cents: 108_95 },
  { quantity: 5, cents: 520_00 },
  { quantity: 10, cents: 940_00 },
])(
  'what $quantity seats would cost alone follows the prices of that quantity (CAT-015, CRT-011)',
  ({ quantity, cents }) => {
    expect(separateCents([scaffolds, ladders], quantity)).toBe(cents)
  },
)

test('with a course that has no price there is nothing to compare (CAT-015)', () => {
  expect(separateCents([scaffolds, { course_pricings: [] }], 1)).toBeNull()
})
