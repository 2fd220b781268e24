import { expect, test } from 'vitest'
import { eventData, reportOnce } from './events.ts'

test('an event has currency, value and items (CRT-015, CRT-020, CRT-021)', () => {
  const data = eventData([
    { kind: 'course', id: 4, title: 'Forklift operation', quantity: 3, unit_cents: 7950 },
    { kind: 'bundle', id: 4, title: 'Site starter', quantity: 1, unit_cents: 19_900 },
  ])
  expect(data).toEqual({
    currency: 'USD',
    value: 437.5,
    items: [
      { item_id: 'course-4', item_name: 'Forklift operation', item_category: 'course', price: 79.5, quantity: 3 },
      { item_id: 'bundle-4', item_name: 'Site starter', item_category: 'bundle', price: 199, quantity: 1 },
    ],
  })
})

test('shipping is reported separately from the value and the items (CRT-021)', () => {
  const data = eventData([
    { kind: 'course', id: 4, title: 'Forklift operation', quantity: 2, unit_cents: 7950 },
    { kind: 'shipping', id: 9, title: 'Shipping: Manual', quantity: 2, unit_cents: 695 },
  ])
  expect(data).toMatchObject({ value: 159, shipping: 13.9, items: [{ item_id: 'course-4' }] })
  expect(data.items).toHaveLength(1)
})

test('a purchase is reported once per order (CRT-021)', () => {
  const first = reportOnce([], 12)
  expect(first).toEqual([12])
  expect(reportOnce(first ?? [], 12)).toBeNull()
  expect(reportOnce(first ?? [], 13)).toEqual([12, 13])
})
