import { lazy, Suspense } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'

const ImpersonationBar = lazy(() =>
  import('./impersonation-bar.tsx').then((file) => ({ default: file.ImpersonationBar })),
)

/** Names the impersonated person on every page and offers to return (AUT-021). */
export function ImpersonationBanner() {
  const { viewer } = useSession()
  // The server cannot wait for the strip's file.
  const isHydrated = useHydrated()
  if (!viewer?.impersonator_id || !isHydrated) return null
  return (
    <Suspense fallback={null}>
      <ImpersonationBar viewer={viewer} />
    </Suspense>
  )
}
