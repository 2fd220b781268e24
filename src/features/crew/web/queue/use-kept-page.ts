import { useEffect, useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { dropCrewPage, keepCrewPage } from './keep-page.ts'

/** Whether the page of this session opens without a network; null until that is known, and where nobody needs it. */
export const useKeptPage = (id: number, isNeeded: boolean, isClosed: boolean): boolean | null => {
  const userId = useSession().viewer?.user_id
  const [isKept, setKept] = useState<boolean | null>(null)
  useEffect(() => {
    if (userId === undefined) return
    if (isClosed) void dropCrewPage(userId, id).catch(() => {})
    if (!isNeeded || isClosed) return
    const keep = () =>
      keepCrewPage(userId, id).then(
        () => setKept(true),
        // Without a network it was opened from what is kept.
        () => setKept((former) => former ?? (navigator.onLine ? false : null)),
      )
    void keep()
    addEventListener('online', keep)
    return () => removeEventListener('online', keep)
  }, [userId, id, isNeeded, isClosed])
  return isKept
}
