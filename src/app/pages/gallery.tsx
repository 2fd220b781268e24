import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Gallery } from '#ui/gallery/gallery.tsx'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'

const GalleryMedia = lazy(() => import('./gallery-media.tsx').then((file) => ({ default: file.GalleryMedia })))

type Search = { part?: string }

/**
 * Every part of the design kit in its states, and parts of features that have no screen of their own; not in production
 * (ROU-112).
 */
export const Route = createFileRoute('/_development/dev/gallery')({
  beforeLoad: async ({ context, search }) => {
    if ((search as Search).part === 'media') await context.queryClient.load()
  },
  head: () => ({ meta: [{ title: 'Gallery' }, { name: 'robots', content: 'noindex' }] }),
  component: Page,
})

function Page() {
  const { part } = Route.useSearch() as Search
  const isHydrated = useHydrated()
  if (part !== 'media') return <Gallery />
  if (!isHydrated) return null
  return (
    <Suspense>
      <GalleryMedia />
    </Suspense>
  )
}
