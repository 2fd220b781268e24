import { useEffect } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { forgetPagesOfOthers } from '#ui/kept/kept-pages.ts'
import { restored } from '#ui/kept/kept-storage.ts'
import { MARK } from './unsent-mark.ts'

/**
 * Shows nothing; sends what a tab that was closed has left on this device, for the person who recorded it alone (CRW-018), and
 * deletes pages that somebody else kept here (CRW-019).
 */
export function UnsentEntries() {
  const { viewer } = useSession()
  const userId = viewer?.user_id
  useEffect(() => {
    if (userId !== undefined) forgetPagesOfOthers(userId).catch(() => {})
  }, [userId])
  useEffect(() => {
    if (userId === undefined) return
    const send = async () => {
      await restored()
      if (localStorage.getItem(MARK) !== String(userId)) return
      const { ownQueue } = await import('./own-queue.ts')
      await ownQueue(userId).flush()
    }
    // Without a connection it stays until the next page, or until the network is back.
    const attempt = () => void send().catch(() => {})
    attempt()
    addEventListener('online', attempt)
    return () => removeEventListener('online', attempt)
  }, [userId])
  return null
}
