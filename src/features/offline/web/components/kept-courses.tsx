import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { whenOnline } from '#ui/calls/when-online.ts'
import { leasesOf } from '#ui/kept/kept-leases.ts'
import { restored } from '#ui/kept/kept-storage.ts'
import { type KeptNote, stepOf } from '../../rules/notes.ts'
import { addRefused, hasRefused, onNotesChange, readNotes } from '../kept/notes.ts'
import { MARK, SETTLED } from '../mark.ts'

// Most pages never show one.
const KeptNotes = lazy(() => whenOnline(() => import('./kept-notes.tsx').then((file) => ({ default: file.KeptNotes }))))

const REFUSED = 'kept-refused'
/** Not with every page: a course with many items is asked in many calls. */
const EVERY_MS = 10 * 60_000

/** Notes a step that was kept and that the server refused (OFF-028); answers whether it is one, and will be said here. */
export const noteRefused = (userId: number, call: { url: string; body?: unknown }): boolean => {
  const step = localStorage.getItem(MARK) === String(userId) ? stepOf(call) : null
  if (!step) return false
  try {
    addRefused(userId, step)
  } catch {
    // The storage is full: the page says it at once.
    return false
  }
  dispatchEvent(new Event(REFUSED))
  return true
}

/** Whether this browser has anything of a person's courses to bring up to date. */
const hasKept = (userId: number) =>
  localStorage.getItem(MARK) === String(userId) ||
  hasRefused(userId) ||
  Object.keys(localStorage).some((key) => key.startsWith(leasesOf(userId)))

/**
 * Brings what this device keeps of courses up to date, where there is a connection (OFF-008), and shows what came of work that
 * was kept and does not count (OFF-028). `sent` changes when kept work has reached the server.
 */
export function KeptCourses({ sent }: { sent: number }) {
  const { viewer } = useSession()
  const router = useRouter()
  const userId = viewer?.current_role === 'learner' ? viewer.user_id : undefined
  const [notes, setNotes] = useState<KeptNote[]>([])
  const show = useCallback(() => userId !== undefined && setNotes(readNotes(userId)), [userId])
  useEffect(() => {
    if (userId === undefined) return
    const settle = async (isDue: boolean) => {
      await restored()
      show()
      if (!hasKept(userId)) return
      const isNow = isDue || hasRefused(userId)
      if (!navigator.onLine || (!isNow && Date.now() - Number(localStorage.getItem(SETTLED) ?? 0) < EVERY_MS)) return
      const [{ settleKept }, { partsOfCourses }] = await Promise.all([
        import('../kept/settle.ts'),
        import('../load-parts.ts'),
      ])
      const isSettled = await settleKept(userId, (hasDocuments) => partsOfCourses(router, hasDocuments))
      if (isSettled) localStorage.setItem(SETTLED, String(Date.now()))
    }
    const attempt = (isDue: boolean) => void settle(isDue).then(show, show)
    attempt(sent > 0)
    const onDue = () => attempt(true)
    addEventListener('online', onDue)
    addEventListener(REFUSED, onDue)
    const stopWatching = onNotesChange(userId, show)
    return () => {
      removeEventListener('online', onDue)
      removeEventListener(REFUSED, onDue)
      stopWatching()
    }
  }, [userId, router, sent, show])
  if (userId === undefined || notes.length === 0) return null
  return (
    <Suspense fallback={null}>
      <KeptNotes userId={userId} notes={notes} onDrop={show} />
    </Suspense>
  )
}
