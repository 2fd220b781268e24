import { useRouterState } from '@tanstack/react-router'
import { Banner } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'

/** Says on a page for visitors why one is no longer signed in, and leads back in; the sign-in page says so itself (AUT-056, ERR-040). */
export function EndedBanner() {
  const isSignIn = useRouterState({ select: ({ location }) => location.pathname === '/login' })
  if (isSignIn) return null
  return (
    <Banner
      tone="warning"
      label="Signed out"
      action={
        <LinkButton href="/login" size="sm" variant="outline">
          Sign in again
        </LinkButton>
      }
    >
      You have been logged out due to inactivity or an alternate login.
    </Banner>
  )
}
