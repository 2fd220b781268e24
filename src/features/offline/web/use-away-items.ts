import { useEffect, useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { useOnline } from '#ui/hooks/use-online.ts'
import { MARK } from './mark.ts'

type Item = { itemable_type: string; itemable_id: number }

/**
 * Tells of each item of a course whether it is away: without a connection, what this device does not keep (OFF-007). Null with
 * a connection, and where nothing of the course is kept, since the page may have loaded items by itself.
 */
export const useAwayItems = (relatedId: number): ((item: Item) => boolean) | null => {
  const userId = useSession().viewer?.user_id
  const isOnline = useOnline()
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (isOnline || userId === undefined || localStorage.getItem(MARK) !== String(userId)) return setKept(null)
    let isGone = false
    const read = async () => {
      const [{ readCourse }, { keyOf }] = await Promise.all([import('./kept/store.ts'), import('../rules/kept.ts')])
      const course = await readCourse(userId, relatedId)
      if (!isGone) setKept(course && new Set(course.items.filter((item) => item.is_complete).map(keyOf)))
    }
    read().catch(() => {})
    return () => {
      isGone = true
    }
  }, [isOnline, userId, relatedId])
  return kept && (({ itemable_type, itemable_id }) => !kept.has(`${itemable_type} ${itemable_id}`))
}
