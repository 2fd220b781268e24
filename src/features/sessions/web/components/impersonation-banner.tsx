import { lazy, Suspense } from 'react'
import { useSession } from '#ui/api.tsx'

const ImpersonationBar = lazy(() =>
  import('./impersonation-bar.tsx').then((file) => ({ default: file.ImpersonationBar })),
)

/** Names the impersonated person on every page and offers to return (AUT-021). */
export function ImpersonationBanner() {
  const { viewer } = useSession()
  if (!viewer?.impersonator_id) return null
  return (
    <Suspense fallback={null}>
      <ImpersonationBar viewer={viewer} />
    </Suspense>
  )
}
