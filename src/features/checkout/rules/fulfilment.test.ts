import { expect, test } from 'vitest'
import { decideSeat } from './fulfilment.ts'

test('one seat enrolls a learner who is not in the course (ORD-011, ORD-044)', () => {
  expect(decideSeat({ seats: 1, buyer_role: 'learner', is_active_learner: false })).toBe('enroll')
})

test.each([
  ['several seats', { seats: 2, buyer_role: 'learner', is_active_learner: false }],
  ['a learner who is in the course already', { seats: 1, buyer_role: 'learner', is_active_learner: true }],
  ['a buyer in another role', { seats: 1, buyer_role: 'manager', is_active_learner: false }],
  ['an administrator', { seats: 1, buyer_role: 'portal_admin', is_active_learner: false }],
])('%s: the buyer gets credits as manager of the course (ORD-044)', (_, seat) => {
  expect(decideSeat(seat)).toBe('credits')
})
