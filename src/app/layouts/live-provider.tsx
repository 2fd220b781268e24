import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { browserTransport, useSession } from '#ui/calls/api.tsx'
import { LiveContext, laterLive } from '#ui/calls/live-context.ts'
import { leaveEndedSession } from '#ui/calls/session-end.ts'

/**
 * The live connection of a signed-in page: opened when a screen first listens, and everything is read again after a gap
 * (RTM-006). What the screens get stays the same object, because a context that changes costs every part of the page
 * that still waits for its script the server's HTML.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { viewer, live: setting } = useSession()
  const { queryClient } = useRouter().options.context
  const isSignedIn = viewer !== null
  const live = useMemo(() => {
    if (!isSignedIn) return null
    return laterLive(async () => {
      const { connectLive } = await import('#ui/calls/live.ts')
      const client = connectLive({
        key: setting.key,
        host: location.hostname,
        port: Number(location.port) || (location.protocol === 'https:' ? 443 : 80),
        is_secure: location.protocol === 'https:',
        transport: browserTransport({ onSessionEnded: leaveEndedSession }),
      })
      client.onReconnect(() => void queryClient.client?.invalidateQueries())
      return client
    })
  }, [isSignedIn, setting.key, queryClient])
  return <LiveContext value={live}>{children}</LiveContext>
}
