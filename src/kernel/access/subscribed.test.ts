import { expect, test } from 'vitest'
import type { PortalContext } from '../context.ts'
import { isSubscribed, requireSubscription } from './subscribed.ts'

const NOW = new Date('2031-05-01T12:00:00Z')
const portal = (subscribed_until: string | null, flags: Partial<PortalContext['flags']> = {}) =>
  ({
    flags: { is_core: false, is_admin: false, ...flags },
    subscribed_until: subscribed_until && new Date(subscribed_until),
  }) as PortalContext

test.each([
  ['never had a subscription', portal(null), false],
  ['ends in a second', portal('2031-05-01T12:00:01Z'), true],
  ['ends at this moment', portal('2031-05-01T12:00:00Z'), false],
  ['has ended', portal('2030-05-01T12:00:00Z'), false],
  ['is the core portal', portal(null, { is_core: true }), true],
  ['is the admin portal', portal(null, { is_admin: true }), true],
])('a portal that %s: access %s (ORD-031, ORD-047)', (_case, portal, expected) => {
  expect(isSubscribed(portal, NOW)).toBe(expected)
  const ask = () => requireSubscription({ portal: portal, now: NOW })
  if (expected) expect(ask).not.toThrow()
  else expect(ask).toThrow('Your affiliate subscription does not include this action. Please change your plan.')
})
