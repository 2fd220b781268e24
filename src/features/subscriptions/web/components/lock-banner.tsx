import { useRouterState } from '@tanstack/react-router'
import { useSession } from '#ui/calls/api.tsx'
import { IconLock } from '#ui/icons.tsx'
import { Banner } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'

const SCREEN = '/admin/my-subscription'
/** The roles that work with locked functions; learners lose nothing, and partners have their own subscription. */
const UNTOUCHED = ['learner', 'partner']

/**
 * Stands on every screen of those who run a portal while nothing new can begin there, with the way to renew (ORD-047); the
 * screen of the subscription says it itself.
 */
export function LockBanner() {
  const { portal, viewer } = useSession()
  const isThere = useRouterState({ select: (state) => state.location.pathname === SCREEN })
  if (isThere || portal.is_subscribed || !viewer || UNTOUCHED.includes(viewer.current_role)) return null
  const mayRenew = viewer.abilities.includes('my-subscription.update')
  return (
    <Banner
      tone="danger"
      icon={IconLock}
      label="No running subscription"
      action={
        mayRenew && (
          <LinkButton size="sm" variant="outline" href={SCREEN}>
            Renew the subscription
          </LinkButton>
        )
      }
    >
      <strong>{portal.name} has no running subscription.</strong> You cannot enroll or invite new people, publish, or
      buy. Learners keep everything they have.
      {!mayRenew && ' Please ask those who run the portal to renew it.'}
    </Banner>
  )
}
