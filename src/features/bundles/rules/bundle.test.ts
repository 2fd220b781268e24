import { expect, test } from 'vitest'
import { bundleErrors } from './bundle.ts'

test.each([
  [{ course_ids: [1, 2], price: 100, discount_price: null }, []],
  [{ course_ids: [1, 2], price: 100, discount_price: 99 }, []],
  [{ course_ids: [1, 2], price: 100, discount_price: 0 }, []],
  [{ course_ids: [1, 2], price: 100, discount_price: 100 }, ['discount_price']],
  [{ course_ids: [1, 2], price: 0, discount_price: 0 }, ['discount_price']],
  [{ course_ids: [1], price: 100, discount_price: null }, ['course_ids']],
  [{ course_ids: [1, 1], price: 100, discount_price: 120 }, ['course_ids', 'discount_price']],
])('%j is refused at %j (CNT-006)', (bundle, fields) => {
  expect(Object.keys(bundleErrors(bundle))).toEqual(fields)
})
