import { expect, test } from 'vitest'
import { checkResponseWays } from './response-ways.ts'

test.each([
  [false, false, {}],
  [false, true, {}],
  [true, true, {}],
  [true, false, { allow_text_response: ['This field is required.'] }],
])('files closed: %s, text open: %s (ASG-004)', (restrict_user_to_upload, allow_text_response, errors) => {
  expect(checkResponseWays({ restrict_user_to_upload, allow_text_response })).toEqual(errors)
})
