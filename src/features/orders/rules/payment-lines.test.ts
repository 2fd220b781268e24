import { expect, test } from 'vitest'
import { paymentLines } from './payment-lines.ts'

const course = (at: number) => ({
  kind: 'course',
  title: `Course ${at}`,
  quantity: 2,
  unit_price_cents: 1000,
  courses: [],
})
const sending = { kind: 'shipping', title: 'Workbook', quantity: 2, unit_price_cents: 350, courses: [] }
const upTo = (count: number) => Array.from({ length: count }, (_, at) => course(at))
const sum = (lines: readonly { quantity: number; unit_price_cents: number }[]) =>
  lines.reduce((all, line) => all + line.quantity * line.unit_price_cents, 0)

test('the payment page lists the items and the shipping cost (SHP-004, ORD-049)', () => {
  const bundle = { ...course(1), kind: 'bundle', courses: ['Ladders', 'Ropes'] }
  expect(paymentLines([bundle, sending])).toEqual([
    { title: 'Course 1', quantity: 2, unit_price_cents: 1000, is_shipping: false, description: 'Ladders · Ropes' },
    { title: 'Workbook', quantity: 2, unit_price_cents: 350, is_shipping: true },
  ])
})

test('the largest order fits on it, to the cent, even if each of its courses is shipped (SHP-004, CRT-016)', () => {
  const items = [...upTo(99), ...Array.from({ length: 99 }, () => sending)]
  const lines = paymentLines(items)
  expect(lines.length).toBeLessThanOrEqual(100)
  expect(sum(lines)).toBe(sum(items))
  expect(lines.at(-1)).toEqual({ title: 'Shipping', quantity: 1, unit_price_cents: 99 * 700, is_shipping: true })
  expect(paymentLines([...upTo(99), sending])).toHaveLength(100)
})
