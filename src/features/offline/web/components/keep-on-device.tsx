import type { AnyRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { whenOnline } from '#ui/calls/when-online.ts'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'

const KeepCourse = lazy(() =>
  whenOnline(() => import('./keep-course.tsx').then((file) => ({ default: file.KeepCourse }))),
)

const loadParts = async (router: AnyRouter, hasDocuments: boolean) => {
  const { partsOfCourses } = await import('../load-parts.ts')
  await partsOfCourses(router, hasDocuments)()
}

/** What keeps a course on this device, for its learner (OFF-001); nothing of it loads before the page is there. */
export function KeepOnDevice({ slug, relatedId }: { slug: string; relatedId: number }) {
  const { viewer } = useSession()
  const isHydrated = useHydrated()
  if (!isHydrated || viewer?.current_role !== 'learner') return null
  return (
    <Suspense fallback={null}>
      <KeepCourse slug={slug} relatedId={relatedId} loadParts={loadParts} />
    </Suspense>
  )
}
