import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { itemPath } from '../rules/paths.ts'

type Next = { itemable_type: string; itemable_id: number; module_id?: number | null; is_locked: boolean }

/** Loads the page of the item behind this one while the learner works on this one, so that it is there at once. */
export const usePreload = (place: { slug: string; related_id: number }, next: Next | null | undefined): void => {
  const router = useRouter()
  // A module without items is finished by being opened: that is the learner's to do (LRN-020).
  const isReady = next && !next.is_locked && next.itemable_type !== 'Module'
  const href = isReady ? itemPath(place, next) : null
  useEffect(() => {
    if (href !== null) router.preloadRoute({ to: href as '/' }).catch(() => {})
  }, [router, href])
}
