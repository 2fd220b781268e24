import { expect, test } from 'vitest'
import { CANCELLATION_NOTE, customizationPrice, PLAN_FEATURES } from './plan-texts.ts'

test('the plan list names credits with rollover, the price of extra credits, and how to cancel (CAT-018)', () => {
  expect(PLAN_FEATURES.map((feature) => feature.toLowerCase())).toEqual([
    expect.stringMatching(/annual content credits with rollover/),
    expect.stringMatching(/per-user, per-course price/),
    expect.stringMatching(/cancel at end of billing period/),
  ])
})

test('customization services cost 350 dollars per hour (CAT-019)', () => {
  expect(customizationPrice).toBe('$350 per hour')
})

test('the plan list says in plain words when a cancellation takes effect (CAT-043)', () => {
  expect(CANCELLATION_NOTE).toContain('the subscription term of 12 months')
  expect(CANCELLATION_NOTE).toContain('at the end of that term')
})
