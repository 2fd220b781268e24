import { useEffect, useEffectEvent } from 'react'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { restored } from '#ui/kept/kept-storage.ts'

/** Shows nothing; sends what a player that was closed or cut off has left behind, on every page of the learner's area. */
export function UnsentMessages({ onSent }: { onSent: () => void }) {
  const api = useApi()
  const { viewer } = useSession()
  const userId = viewer?.user_id
  const tellSent = useEffectEvent(onSent)

  useEffect(() => {
    if (userId === undefined) return
    const send = async () => {
      const [{ unsentOutboxes }, { sendUnsent }] = await Promise.all([
        import('../outbox-store.ts'),
        import('../player-control.ts'),
      ])
      if (unsentOutboxes(userId).length === 0) return
      if ((await sendUnsent(api, userId)) > 0) tellSent()
    }
    // Without a connection it stays until the next page, or until the network is back. Nothing is loaded in vain: a page that
    // opened without a network loads itself again where a part of it cannot come (UIX-050).
    const attempt = () => {
      const isLeft = Object.keys(localStorage).some((key) => key.startsWith('scorm-outbox '))
      if (isLeft && navigator.onLine) send().catch(() => {})
    }
    void restored().then(attempt)
    addEventListener('online', attempt)
    return () => removeEventListener('online', attempt)
  }, [api, userId])
  return null
}
