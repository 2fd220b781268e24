import { useRouterState } from '@tanstack/react-router'
import { ENDING_WORDS, type SessionEnding } from '#kernel/access/session-ending.ts'
import { Banner } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'

/** Says on a page for visitors why one is no longer signed in, and leads back in; the sign-in page says so itself (AUT-056, AUT-074). */
export function EndedBanner({ ended }: { ended: SessionEnding }) {
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
      {ENDING_WORDS[ended].title}
    </Banner>
  )
}
