import { expect, test } from 'vitest'
import { businessName, CHANNEL_TYPES, isSamePlan, PLAN_SHORT_NAMES, PLANS, TIERS } from './plans.ts'

test('the channel type numbers (PRT-003)', () => {
  expect(CHANNEL_TYPES).toEqual({ in_house: 1, channel: 2 })
})

test('the tiers and plans (PRT-023, PRT-024)', () => {
  expect(TIERS).toEqual({
    promo: 'growing',
    partner: 'partner',
    tier_2: 'established',
    tier_3: 'enterprise',
    special: 'special',
  })
  expect(PLANS).toEqual(['enterprise', 'established', 'partner'])
})

test('a short name is one of the plans or tiers, each once (PRT-025)', () => {
  expect([...PLAN_SHORT_NAMES].sort()).toEqual([...new Set([...PLANS, ...Object.keys(TIERS)])].sort())
})

test('the names of the legal texts (PRT-026, PRT-027)', () => {
  expect(Object.fromEntries(PLAN_SHORT_NAMES.map((plan) => [plan, businessName(plan)]))).toEqual({
    promo: 'Growing Business',
    tier_2: 'Established Business',
    established: 'Established Business',
    tier_3: 'Enterprise',
    enterprise: 'Enterprise',
    partner: null,
    special: null,
  })
})

test('two names of one plan are the same plan, partner and special are not (PRT-027)', () => {
  expect(isSamePlan('tier_2', 'established')).toBe(true)
  expect(isSamePlan('enterprise', 'tier_3')).toBe(true)
  expect(isSamePlan('tier_2', 'tier_3')).toBe(false)
  expect(isSamePlan('partner', 'special')).toBe(false)
  expect(isSamePlan('partner', 'partner')).toBe(true)
})
