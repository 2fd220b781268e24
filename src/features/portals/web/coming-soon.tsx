import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#ui/api.tsx'
import { IconClock } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/empty-state.tsx'

/** The portal is not ready yet (ROU-023). */
export const Route = createFileRoute('/_site/_open/coming-soon')({
  head: () => ({ meta: [{ title: 'Coming soon' }, { name: 'robots', content: 'noindex' }] }),
  component: ComingSoon,
})

function ComingSoon() {
  const { portal } = useSession()
  return (
    <EmptyState
      isPage
      icon={IconClock}
      title={`${portal.name} is coming soon`}
      text="We are still setting things up. Please come back later."
    />
  )
}
