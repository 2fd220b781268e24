import { lazy, Suspense } from 'react'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import type { DemoListProps } from './demo-list.tsx'

// Only the demo has people to click: sign-in pages of other portals do not load it.
const DemoList = lazy(() => import('./demo-list.tsx').then((file) => ({ default: file.DemoList })))

/** The people of the demo, each with a button that signs in as them; nothing where there are none. */
export function DemoPeople(props: DemoListProps) {
  const isHydrated = useHydrated()
  if (!isHydrated || props.people.length === 0) return null
  return (
    <Suspense>
      <DemoList {...props} />
    </Suspense>
  )
}
