import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [29.2, '30 seconds'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('%d seconds read as %s (API-020)', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
