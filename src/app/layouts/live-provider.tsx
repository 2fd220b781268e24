import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { browserTransport, useSession } from '#ui/api.tsx'
import { type LiveClient, LiveContext } from '#ui/live-context.ts'
import { leaveEndedSession } from '#ui/session-end.ts'

/** The live connection of a signed-in page: opened when a screen first listens, and everything is read again after a gap (RTM-006). */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { viewer, live: setting } = useSession()
  const { queryClient } = useRouter().options.context
  const [live, setLive] = useState<LiveClient | null>(null)
  const isSignedIn = viewer !== null
  useEffect(() => {
    if (!isSignedIn) return
    let client: LiveClient | undefined
    let isGone = false
    const connect = async () => {
      const { connectLive } = await import('#ui/live.ts')
      if (isGone) return
      client = connectLive({
        key: setting.key,
        host: location.hostname,
        port: Number(location.port) || (location.protocol === 'https:' ? 443 : 80),
        is_secure: location.protocol === 'https:',
        transport: browserTransport({ onSessionEnded: leaveEndedSession }),
      })
      client.onReconnect(() => void queryClient.client?.invalidateQueries())
      setLive(client)
    }
    // Without the chunk the page works as it does without a live connection.
    connect().catch(() => {})
    return () => {
      isGone = true
      client?.close()
    }
  }, [isSignedIn, setting.key, queryClient])
  return <LiveContext value={live}>{children}</LiveContext>
}
