import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#ui/api.tsx'

/** The portal is not ready yet (ROU-023). */
export const Route = createFileRoute('/_open/coming-soon')({ component: ComingSoon })

function ComingSoon() {
  const { portal } = useSession()
  return (
    <main>
      <h1>{portal.name} is coming soon</h1>
      <p>We are still setting things up. Please come back later.</p>
    </main>
  )
}
