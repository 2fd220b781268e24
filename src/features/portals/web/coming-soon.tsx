import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#ui/calls/api.tsx'
import { IconClock } from '#ui/icons.tsx'
import { pageHead } from '#ui/page/page-head.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'

/** The portal is not ready yet (ROU-023). */
export const Route = createFileRoute('/_site/_open/coming-soon')({
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Coming soon' }),
  component: ComingSoon,
})

function ComingSoon() {
  const { portal } = useSession()
  return (
    <EmptyState
      isPage
      icon={IconClock}
      title={`${portal.name} is coming soon`}
      text="We are still setting up. Please come back later."
    />
  )
}
