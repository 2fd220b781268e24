import { describe, expect, test } from 'vitest'
import {
  accessUntil,
  canMoveSubscription,
  givesAccess,
  NO_END,
  SUBSCRIPTION_MOVES,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from './status.ts'

test('a subscription makes only the transitions in its table (ORD-027, ORD-030)', () => {
  const allowed = [
    'trialing active',
    'trialing canceled',
    'active past_due',
    'active canceled',
    'past_due active',
    'past_due unpaid',
    'past_due canceled',
    'unpaid active',
    'unpaid canceled',
    'canceled deleted',
  ]
  const moves = SUBSCRIPTION_STATUSES.flatMap((from) =>
    SUBSCRIPTION_STATUSES.filter((to) => canMoveSubscription(from, to)).map((to) => `${from} ${to}`),
  )
  expect(moves.sort()).toEqual(allowed.sort())
})

test('every status is reachable from trialing or active, and all of them can end (ORD-030)', () => {
  const reach = (from: SubscriptionStatus, seen = new Set<SubscriptionStatus>()): Set<SubscriptionStatus> => {
    seen.add(from)
    for (const to of SUBSCRIPTION_MOVES[from]) if (!seen.has(to)) reach(to, seen)
    return seen
  }
  expect(reach('trialing').size).toBe(SUBSCRIPTION_STATUSES.length)
  for (const status of SUBSCRIPTION_STATUSES) expect(reach(status).has('deleted')).toBe(true)
})

describe('access (ORD-031, ORD-034)', () => {
  const ends_at = new Date('2027-03-01T00:00:00Z')
  const before = new Date('2027-02-28T23:59:59Z')
  test.each([
    ['trialing', false, ends_at],
    ['active', true, NO_END],
    ['active', false, ends_at],
    ['past_due', true, NO_END],
    ['canceled', true, ends_at],
    ['unpaid', true, null],
    ['deleted', true, null],
  ] as const)('%s (renews: %s)', (status, renews, until) => {
    expect(accessUntil({ status, ends_at, renews })).toEqual(until)
    expect(givesAccess({ status, ends_at, renews }, before)).toBe(until !== null)
  })

  test('ends with the term of a canceled subscription', () => {
    expect(givesAccess({ status: 'canceled', ends_at, renews: true }, ends_at)).toBe(false)
  })
})
