import type { Context, PortalContext } from '../context.ts'
import { fail } from '../errors.ts'

/**
 * Whether the portal's subscription gives access at this time (ORD-031). The core portal and the admin portal are the
 * platform's own and need none.
 */
export const isSubscribed = (
  { flags, subscribed_until: until }: Pick<PortalContext, 'flags' | 'subscribed_until'>,
  now: Date,
): boolean => flags.is_core || flags.is_admin || (until !== null && until > now)

/** Throws `plan_not_enough` in a portal without a subscription that gives access: nothing new begins there (ORD-047). */
export const requireSubscription = ({ portal, now }: Pick<Context, 'portal' | 'now'>): void => {
  if (!isSubscribed(portal, now)) throw fail('plan_not_enough')
}
