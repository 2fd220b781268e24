import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { MARK } from '../mark.ts'

const SETTLED = 'kept-courses-settled'
/** Not with every page: a course with many items is asked in many calls. */
const EVERY_MS = 10 * 60_000

/**
 * Shows nothing; brings what this device keeps of courses up to date, where there is a connection (OFF-008). `sent` changes
 * when kept work has reached the server.
 */
export function KeptCourses({ sent }: { sent: number }) {
  const { viewer } = useSession()
  const router = useRouter()
  const userId = viewer?.current_role === 'learner' ? viewer.user_id : undefined
  useEffect(() => {
    if (userId === undefined) return
    const settle = async (isDue: boolean) => {
      if (localStorage.getItem(MARK) !== String(userId)) return
      if (!navigator.onLine || (!isDue && Date.now() - Number(localStorage.getItem(SETTLED) ?? 0) < EVERY_MS)) return
      const [{ settleKept }, { partsOfCourses }] = await Promise.all([
        import('../kept/settle.ts'),
        import('../load-parts.ts'),
      ])
      await settleKept(userId, (hasDocuments) => partsOfCourses(router, hasDocuments))
      localStorage.setItem(SETTLED, String(Date.now()))
    }
    const attempt = (isDue: boolean) => void settle(isDue).catch(() => {})
    attempt(sent > 0)
    const onOnline = () => attempt(true)
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [userId, router, sent])
  return null
}
