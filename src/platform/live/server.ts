import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import type { Bus, EventBus } from './bus.ts'
import { Connection, type ConnectionSetting } from './connection.ts'
import { type EndedAmong, watchHolders } from './holders.ts'
import { createHub } from './hub.ts'
import { LIVE_LIMITS, type LiveLimits } from './limits.ts'
import { createPresence, PRESENCE_BEAT_MS, PRESENCE_TOPIC } from './presence.ts'
import { CLOSE, type CloseReason, GAP_EVENT, writeError, writeFrame } from './protocol.ts'
import { LIVE_TOPIC, type LiveMessage } from './publish.ts'
import { createRecent } from './recent.ts'
import type { LiveCredentials } from './signature.ts'

export type LiveOptions = LiveCredentials & {
  bus: Bus
  /** What carries events between processes, where it is not the bus. */
  events?: EventBus
  /** Called when a message could not be sent to the other processes. */
  onError: (error: Error) => void
  /** Finds sessions that are over, whose connections are closed. */
  endedAmong?: EndedAmong
  limits?: Partial<LiveLimits>
  /** Milliseconds of a clock that never goes back. */
  clock?: () => number
}

export type Live = {
  readonly connections: number
  /** Events that have come over the bus since the start. */
  readonly events: number
  /** Says goodbye with 4200 (come back at once), waits for it, and leaves the HTTP server. Before the server closes. */
  close: () => Promise<void>
}

/** Whether an upgrade is meant for the live server; what is not is the business of others. */
export const isLiveUpgrade = (request: IncomingMessage) =>
  /^\/app\/[^/?]+\/?(?:\?|$)/.test(request.url ?? '') &&
  !/(?:^|,)\s*vite-/.test(request.headers['sec-websocket-protocol'] ?? '')

/** Closes a connection that never became one, with the error that the protocol sends before. */
const turnAway = (socket: WebSocket, { code, reason }: CloseReason) => {
  socket.on('error', () => {})
  socket.send(writeError(code, reason))
  socket.close(code, reason)
}

/**
 * Serves the Pusher channels protocol on `/app/{key}` of an HTTP server. Events come through the bus, from this
 * process and from all others.
 */
export function attachLive(httpServer: Server, options: LiveOptions): Live {
  const { bus, events: carrier = bus, key, secret, onError, endedAmong = async () => [] } = options
  const { clock = () => performance.now() } = options
  const limits = { ...LIVE_LIMITS, ...options.limits }
  const hub = createHub()
  const recent = createRecent(clock)
  const connections = new Set<Connection>()
  const allGone = Promise.withResolvers<void>()
  let isClosing = false
  let events = 0

  const send = (topic: string, message: unknown) => {
    carrier.send(topic, message).catch(onError)
  }
  // While the bus is away a report would only fail; the introduction after it says everything.
  const holders = watchHolders(bus, endedAmong, onError)
  const presence = createPresence(hub, (report) => carrier.isConnected && send(PRESENCE_TOPIC, report), clock)
  const shared: ConnectionSetting = {
    credentials: { key, secret },
    limits,
    hub,
    presence,
    recent,
    onHolder: holders.add,
    raise: (message) => send(LIVE_TOPIC, message),
    clock,
  }

  const stops = [
    carrier.subscribe(LIVE_TOPIC, (payload) => {
      const message = payload as LiveMessage
      events++
      recent.note(message.channel)
      hub.deliver(message)
    }),
    carrier.subscribe(PRESENCE_TOPIC, (payload) => presence.receive(payload)),
    carrier.onReconnect(() => {
      presence.introduce()
      recent.noteAll()
      const frame = Buffer.from(writeFrame(GAP_EVENT, {}))
      for (const connection of connections) connection.send(frame)
    }),
  ]
  carrier.ready.then(
    () => presence.introduce(),
    () => {},
  )

  // Every client sends something at least once in `activity_seconds`, so one walk over all of them costs little.
  const checks = setInterval(() => {
    const now = clock()
    for (const connection of connections) connection.check(now)
  }, Math.min(limits.activity_seconds, limits.pong_seconds) * 250)
  const beats = setInterval(() => presence.beat(clock()), PRESENCE_BEAT_MS)

  const settings: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frame_bytes,
    closeTimeout: limits.goodbye_seconds * 1000,
  }
  const webSockets = new WebSocketServer(settings)

  const welcome = (socket: WebSocket, request: IncomingMessage) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://live')
    if (pathname.split('/')[2] !== key) return turnAway(socket, CLOSE.unknownKey)
    const protocol = Number(searchParams.get('protocol'))
    if (!(protocol >= 5 && protocol <= 7)) return turnAway(socket, CLOSE.unsupportedProtocol)
    if (connections.size >= limits.connections) return turnAway(socket, CLOSE.overCapacity)
    const connection = new Connection(socket, shared)
    connections.add(connection)
    socket.on('close', () => {
      connections.delete(connection)
      holders.remove(connection)
      if (isClosing && connections.size === 0) allGone.resolve()
    })
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isLiveUpgrade(request))
      webSockets.handleUpgrade(request, socket, head, (webSocket) => welcome(webSocket, request))
  }
  httpServer.on('upgrade', onUpgrade)

  const close = async () => {
    isClosing = true
    httpServer.off('upgrade', onUpgrade)
    clearInterval(checks)
    clearInterval(beats)
    for (const connection of connections) connection.close(CLOSE.shutdown)
    if (connections.size === 0) allGone.resolve()
    await allGone.promise
    for (const stop of stops) stop()
    holders.stop()
    webSockets.close()
  }

  let closed: Promise<void> | undefined
  return {
    get connections() {
      return connections.size
    },
    get events() {
      return events
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}
