import { expect, test } from 'vitest'
import { needsBillingAddress } from './billing.ts'

test.each([
  ['course', false, false, false],
  ['bundle', false, false, false],
  ['learner-reenroll', false, false, false],
  ['course', true, false, true],
  ['course', false, true, true],
  ['bundle', true, true, true],
  ['subscription', false, false, true],
  ['partner-subscription', false, false, true],
])('%s, taxed %s, sent %s: a whole address %s (CRT-023)', (kind, is_taxed, is_sent, isNeeded) => {
  expect(needsBillingAddress({ kind, is_taxed, is_sent })).toBe(isNeeded)
})
