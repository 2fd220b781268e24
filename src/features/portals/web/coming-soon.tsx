import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#ui/calls/api.tsx'
import { IconClock } from '#ui/icons.tsx'
import { pageHead } from '#ui/page/page-head.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'

/** The portal is not ready yet (ROU-023). */
export const Route = createFileRoute('/_site/_open/coming-soon')({
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Coming soon' }),
  component: ComingSoon,
})

function ComingSoon() {
  const { portal, viewer } = useSession()
  return (
    <EmptyState
      isPage
      icon={IconClock}
      title={`${portal.name} is coming soon`}
      text={
        <>
          We are still setting up. Please come back later. Until then you can{' '}
          {!viewer && (
            <>
              <Anchor href="/login">sign in</Anchor> as an admin of this portal, and{' '}
            </>
          )}
          read the <Anchor href="/terms">terms</Anchor>.
        </>
      }
    />
  )
}
