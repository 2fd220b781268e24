import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { browserTransport, useSession } from '#ui/api.tsx'
import { connectLive, type LiveClient, LiveContext } from '#ui/live.ts'
import { leaveEndedSession } from '#ui/session-end.ts'

/** The live connection of a signed-in page: opened when a screen first listens, and everything is read again after a gap (RTM-006). */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { viewer, live: setting } = useSession()
  const queryClient = useQueryClient()
  const [live, setLive] = useState<LiveClient | null>(null)
  const isSignedIn = viewer !== null
  useEffect(() => {
    if (!isSignedIn) return
    const client = connectLive({
      key: setting.key,
      host: location.hostname,
      port: Number(location.port) || (location.protocol === 'https:' ? 443 : 80),
      is_secure: location.protocol === 'https:',
      transport: browserTransport({ onSessionEnded: leaveEndedSession }),
    })
    client.onReconnect(() => void queryClient.invalidateQueries())
    setLive(client)
    return () => client.close()
  }, [isSignedIn, setting.key, queryClient])
  return <LiveContext value={live}>{children}</LiveContext>
}
