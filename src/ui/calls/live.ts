import type Pusher from 'pusher-js'
import type { Transport } from '#kernel/client.ts'
import type { LiveClient, Receive } from './live-context.ts'
import { createRooms } from './live-rooms.ts'

export { type LiveClient, LiveContext, type LiveHandlers, useLive } from './live-context.ts'

export type LiveOptions = {
  key: string
  host: string
  /** The port of the page's own server, unless an outside cluster is used. */
  port: number
  is_secure: boolean
  /** How this page calls the API; carries cookies and the CSRF token of the authorisation call. */
  transport: Transport
}

/** Loads the library of the connection, so that it is kept with pages that open without a network. */
export const loadLive = () => import('pusher-js')

// A first connection that takes longer counts as a reconnection, because events were missed.
const TIMEOUT_MS = 3000
const SETTLED = ['pusher:subscription_succeeded', 'pusher:subscription_error']
// Many pages learn at the same moment that the server missed events; they do not all read at once.
const SPREAD_MS = 2000
const LONGEST_PAUSE_MS = 16_000

/**
 * The live connection of a page. The library is loaded and the connection opened with the first subscription, so
 * that pages which show nothing live cost nothing. Handlers of `onReconnect` run once the channels are joined again
 * after the connection was lost, when the server says that it may have missed events, and when the browser regains
 * the network, whether or not there is a live connection at all, and when a channel had an event between the page's
 * request and the join.
 */
export function connectLive(options: LiveOptions): LiveClient {
  const { key, host, port, is_secure, transport } = options
  const channels = new Map<string, { receivers: Set<Receive>; dispatch: (event: string, data: unknown) => void }>()
  const rooms = createRooms()
  const reconnectHandlers = new Set<() => void>()
  const startedAt = performance.now()
  let pusher: Pusher | undefined
  let isLoading = false
  let isClosed = false
  let hasMissed = false
  let awaited: Set<string> | undefined

  const readAgain = () => {
    for (const handler of [...reconnectHandlers]) handler()
  }

  /**
   * Reads again when all channels have been joined or refused; earlier, an event could fall in between. Without a gap it
   * does so only for a channel that had an event after this page was asked for: the server may have read before it.
   */
  const settle = (channel?: string, { ago_ms }: { ago_ms?: number } = {}) => {
    if (awaited === undefined) {
      if (ago_ms !== undefined && ago_ms < performance.now()) readAgain()
      return
    }
    if (channel) awaited.delete(channel)
    if (awaited.size > 0) return
    awaited = undefined
    readAgain()
  }

  const onState = ({ previous, current }: { previous: string; current: string }) => {
    if (current !== 'connected') {
      awaited = undefined
      if (previous === 'connected' || current === 'unavailable') hasMissed = true
      return
    }
    if (!hasMissed && performance.now() - startedAt <= TIMEOUT_MS) return
    hasMissed = false
    awaited = new Set(channels.keys())
    settle()
  }

  /** Asks for the permission to join, again with growing pauses while the server cannot answer. */
  const authorize = async (socket_id: string, channel_name: string) => {
    for (let pause = 1000; ; pause *= 2) {
      const request = { method: 'POST', url: '/broadcasting/auth', body: { socket_id, channel_name } }
      const { status, body } = await transport(request).catch(() => ({ status: 503, body: null }))
      if (status === 200) return body as { auth: string; channel_data?: string }
      if ((status < 500 && status !== 429) || pause > LONGEST_PAUSE_MS)
        throw new Error(`The channel was refused with ${status}`)
      await new Promise((resolve) => setTimeout(resolve, pause))
      // A new connection asks for itself.
      if (pusher?.connection.socket_id !== socket_id) throw new Error('The connection was lost')
    }
  }

  const load = async () => {
    const { default: Client } = await loadLive()
    if (isClosed) return
    pusher = new Client(key, {
      cluster: '',
      wsHost: host,
      wsPort: port,
      wssPort: port,
      forceTLS: is_secure,
      enabledTransports: ['ws', 'wss'],
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, callback) => {
          authorize(socketId, channelName).then(
            (answer) => callback(null, answer),
            (error) => callback(error, null),
          )
        },
      },
    })
    pusher.connection.bind('state_change', onState)
    pusher.bind('portico:gap', () => setTimeout(readAgain, Math.random() * SPREAD_MS))
    for (const [name, { dispatch }] of channels) pusher.subscribe(name).bind_global(dispatch)
    rooms.attach(pusher)
  }

  /** A load that fails, because the network is just away, is tried again with the next subscription or when it is back. */
  const loadOnce = () => {
    if (isLoading || channels.size + rooms.size === 0) return
    isLoading = true
    load().catch(() => {
      isLoading = false
    })
  }

  const onOnline = () => {
    loadOnce()
    readAgain()
  }

  const subscribe = (channel: string, receive: Receive) => {
    const name = `private-${channel}`
    let known = channels.get(name)
    if (!known) {
      const receivers = new Set<Receive>()
      const dispatch = (event: string, data: unknown) => {
        if (SETTLED.includes(event)) settle(name, (data ?? {}) as { ago_ms?: number })
        else for (const one of receivers) one(event, data)
      }
      known = { receivers, dispatch }
      channels.set(name, known)
      pusher?.subscribe(name).bind_global(dispatch)
    }
    const { receivers, dispatch } = known
    receivers.add(receive)
    loadOnce()
    return () => {
      receivers.delete(receive)
      if (receivers.size > 0 || channels.get(name) !== known) return
      channels.delete(name)
      pusher?.channel(name)?.unbind_global(dispatch)
      pusher?.unsubscribe(name)
      settle(name)
    }
  }

  addEventListener('online', onOnline)

  return {
    get isConnected() {
      return pusher?.connection.state === 'connected'
    },
    subscribe,
    enter: (channel, handlers) => {
      const room = rooms.enter(channel, handlers)
      loadOnce()
      return room
    },
    onReconnect: (handler) => {
      reconnectHandlers.add(handler)
      return () => {
        reconnectHandlers.delete(handler)
      }
    },
    close: () => {
      isClosed = true
      removeEventListener('online', onOnline)
      reconnectHandlers.clear()
      channels.clear()
      rooms.clear()
      pusher?.disconnect()
    },
  }
}
