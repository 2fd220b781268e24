// What the tests of the live channels share: the real server on a free port, and the clients of others.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import Pusher, { type Channel, type Options } from 'pusher-js'
import { WebSocket } from 'ws'
import { type Bus, createBus } from './bus.ts'
import { publishApi } from './publish-api.ts'
import { attachLive, type Live, type LiveOptions } from './server.ts'
import { plainName, setLiveCredentials, signChannel } from './signature.ts'

export const credentials = { key: 'live-test', secret: 'the secret of the live tests' }
export const APP_ID = '1'

export type LiveServer = {
  app: FastifyInstance
  port: number
  bus: Bus
  live: Live
  /** What the bus and the live server reported. */
  errors: Error[]
  close: () => Promise<void>
}

type ServerOptions = Partial<LiveOptions> & {
  port?: number
  /** More routes and hooks of the server, before its own. */
  extend?: (app: FastifyInstance) => void
}

/**
 * Acts as a separate process for live events: HTTP server, bus and live server. Its authorization call takes the user
 * from the header `x-user` and lets everyone into their own `notifications.{id}` and into `room.*`.
 */
export async function startLiveServer(
  database: pg.ClientConfig,
  { port = 0, extend, ...options }: ServerOptions = {},
): Promise<LiveServer> {
  const errors: Error[] = []
  const onError = (error: Error) => errors.push(error)
  const bus = createBus(database, { onError })
  const app = Fastify()
  setLiveCredentials(credentials)
  extend?.(app)
  await app.register(formbody)
  await app.register(publishApi({ ...credentials, appId: APP_ID, bus }))
  app.post<{ Body: { socket_id: string; channel_name: string } }>(
    '/api/v1/broadcasting/auth',
    async ({ body: { socket_id, channel_name }, headers }, reply) => {
      const user = String(headers['x-user'])
      const channel = plainName(channel_name)
      if (channel !== `notifications.${user}` && !channel.startsWith('room.'))
        return reply.code(403).send({ message: 'Authorization failed!' })
      const member = JSON.stringify({ user_id: user, user_info: { name: `Person ${user}` } })
      const data = channel_name.startsWith('presence-') ? member : undefined
      return signChannel(socket_id, channel_name, { holder: null, channel_data: data })
    },
  )
  const live = attachLive(app.server, { ...credentials, bus, onError, ...options })
  await app.listen({ port, host: '127.0.0.1' })
  await bus.ready
  return {
    app,
    bus,
    live,
    errors,
    port: (app.server.address() as AddressInfo).port,
    close: async () => {
      await live.close()
      await app.close()
      await bus.close()
    },
  }
}

/** Settings with which an unmodified pusher-js reaches the server as a user. */
export const pusherOptions = ({ port }: LiveServer, user: number): Options => ({
  cluster: '',
  wsHost: '127.0.0.1',
  wsPort: port,
  forceTLS: false,
  enabledTransports: ['ws'],
  channelAuthorization: {
    transport: 'ajax',
    endpoint: `http://127.0.0.1:${port}/api/v1/broadcasting/auth`,
    headers: { 'x-user': String(user) },
  },
})

export const connectPusher = (server: LiveServer, user: number, options: Partial<Options> = {}) =>
  new Pusher(credentials.key, { ...pusherOptions(server, user), ...options })

type Bindable = { bind: (event: string, callback: (data: never) => void) => unknown }

/** The data of the next event of that name. */
export const nextEvent = <T>(source: Bindable, event: string): Promise<T> =>
  new Promise((resolve) => source.bind(event, resolve))

/** Resolves when the server has let the client in, rejects with its refusal otherwise. */
export const joined = (channel: Channel): Promise<Channel> =>
  new Promise((resolve, reject) => {
    channel.bind('pusher:subscription_succeeded', () => resolve(channel))
    channel.bind('pusher:subscription_error', reject)
  })

export type Frame = { event: string; channel?: string; data: unknown }

/** A bare connection that speaks for itself, for what no client library does. */
export class RawClient {
  readonly socket: WebSocket
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #frames: Frame[] = []
  #wake = () => {}

  constructor(port: number, path = `/app/${credentials.key}?protocol=7`) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    this.socket.on('message', (raw) => {
      this.#frames.push(JSON.parse(String(raw)))
      this.#wake()
    })
    this.closed = once(this.socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }))
  }

  /** The next frame not yet read. */
  async next(): Promise<Frame> {
    for (;;) {
      const frame = this.#frames.shift()
      if (frame) return { ...frame, data: typeof frame.data === 'string' ? JSON.parse(frame.data) : frame.data }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Waits for the greeting and gives the socket id of the connection. */
  async socketId(): Promise<string> {
    const { event, data } = await this.next()
    if (event !== 'pusher:connection_established') throw new Error(`Greeted with ${event}`)
    return (data as { socket_id: string }).socket_id
  }

  send(event: string, data: unknown, channel?: string) {
    this.socket.send(JSON.stringify({ event, channel, data }))
  }

  /** Joins a channel with the right signature and gives the answer. */
  async join(socketId: string, channel: string, channelData?: string): Promise<Frame> {
    const isGuarded = /^(?:private|presence)-/.test(channel)
    this.send('pusher:subscribe', {
      channel,
      ...(isGuarded ? signChannel(socketId, channel, { holder: null, channel_data: channelData }) : {}),
    })
    return this.next()
  }
}
