import { expect, test } from 'vitest'
import { firstOf, sortErrors } from './form-errors.ts'

test('a message belongs to the field at its path (VAL-005)', () => {
  const errors = { title: ['This field is required.'], 'prices.1.price': ['Please enter a number.'] }
  expect(sortErrors(errors, ['title', 'prices.1.price'])).toEqual({
    fields: { title: 'This field is required.', 'prices.1.price': 'Please enter a number.' },
    others: [],
  })
})

test('a message below a field edited as a whole belongs to that field (VAL-005)', () => {
  expect(sortErrors({ 'tags.2': ['Please enter a valid email address.'] }, ['tags']).fields).toEqual({
    tags: 'Please enter a valid email address.',
  })
  expect(sortErrors({ 'a.b.c': ['x'] }, ['a', 'a.b']).fields).toEqual({ 'a.b': 'x' })
})

test('messages of fields that are not on the form are toasts, each text once (VAL-005)', () => {
  const errors = { portal_id: ['Please select a portal'], '': ['Please select a portal', 'Another'], titles: ['Third'] }
  expect(sortErrors(errors, ['title'])).toEqual({ fields: {}, others: ['Please select a portal', 'Another', 'Third'] })
})

test('the first of several messages for one field is shown', () => {
  expect(sortErrors({ email: ['first', 'second'], 'email.0': ['third'] }, ['email']).fields).toEqual({ email: 'first' })
})

test('an error without a text shows nothing', () => {
  expect(sortErrors({ email: [] }, ['email'])).toEqual({ fields: {}, others: [] })
})

test('the first field on the screen gets the focus, whatever order the errors come in (VAL-006)', () => {
  expect(firstOf(['first_name', 'email', 'phone'], { phone: 'x', email: 'y' })).toBe('email')
  expect(firstOf(['first_name'], { other: 'x' })).toBeNull()
})
