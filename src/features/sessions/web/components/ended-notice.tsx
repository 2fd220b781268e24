import { lazy, Suspense } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'

const EndedBanner = lazy(() => import('./ended-banner.tsx').then((file) => ({ default: file.EndedBanner })))

/** The strip over pages for visitors after a session has ended. */
export function EndedNotice() {
  const { ended } = useSession()
  // The server cannot wait for the strip's file, which hardly any page needs.
  const isHydrated = useHydrated()
  if (!ended || !isHydrated) return null
  return (
    <Suspense fallback={null}>
      <EndedBanner ended={ended} />
    </Suspense>
  )
}
