import { expect, test } from 'vitest'
import { ApiError } from '#kernel/client.ts'
import { besideField } from './beside-field.ts'

const SHORT = 'Yours credits are not enough'

test('a refusal without a field appears at the field it is about (CRD-021, VAL-005)', () => {
  const error = new ApiError(422, { code: 'own_credits_not_enough', message: SHORT })
  expect(besideField(error, 'amount', ['own_credits_not_enough'])).toMatchObject({
    status: 422,
    code: 'own_credits_not_enough',
    message: SHORT,
    errors: { amount: [SHORT] },
  })
})

test('texts for a call’s field move to the form’s field, and others stay (VAL-005)', () => {
  const errors = { user_id: ['Nobody'], due_at: ['Too early'] }
  const error = new ApiError(422, { code: 'invalid', message: 'Invalid', errors })
  expect(besideField(error, 'emails', ['user_id'])).toMatchObject({
    errors: { emails: ['Nobody'], due_at: ['Too early'] },
  })
})

test.each([
  ['another refusal', new ApiError(422, { code: 'user_has_progress', message: 'User has a progress' })],
  ['another status', new ApiError(409, { code: 'own_credits_not_enough', message: SHORT })],
  ['what is no answer at all', new TypeError('fetch failed')],
])('%s stays as it is (VAL-005)', (_, error) => {
  expect(besideField(error, 'amount', ['own_credits_not_enough'])).toBe(error)
})
