import { expect, test } from 'vitest'
import { orderKind } from './order-kind.ts'

const entry = (status: number | null, quantity = 1, learner: object | null = { id: 7 }) => ({
  line: { kind: 'course' as const, quantity },
  record: { id: 3, learner, status },
})

test.each([
  ['one seat of a finished course', [entry(2)], 'learner-reenroll'],
  ['one seat of a passed course', [entry(5)], 'learner-reenroll'],
  ['several seats', [entry(2, 3)], 'course'],
  ['a course in progress', [entry(1)], 'course'],
  ['a course of somebody else', [entry(null, 1, null)], 'course'],
  ['a finished course beside another', [entry(2), entry(4)], 'course'],
  ['nothing', [], 'course'],
])('%s is ordered as what it is (ORD-005, USR-022)', (_, entries, kind) => {
  expect(orderKind('course', entries)).toBe(kind)
})

test('a bundle stays a bundle', () => {
  expect(orderKind('bundle', [{ line: { kind: 'bundle', quantity: 1 }, record: { id: 3 } }])).toBe('bundle')
})
