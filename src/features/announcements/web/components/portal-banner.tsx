import { lazy, Suspense } from 'react'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'

const Banners = lazy(() => import('./banners.tsx').then((file) => ({ default: file.Banners })))

/** The portal's banners; nothing that the first view of a page waits for. */
export function PortalBanner() {
  if (!useHydrated()) return null
  return (
    <Suspense fallback={null}>
      <Banners />
    </Suspense>
  )
}
