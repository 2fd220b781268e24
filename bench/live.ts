// How much memory idle live connections cost one process, and how long an event takes from its transaction to a client.
// Alone: node bench/live.ts. LIVE_CONNECTIONS sets how many (default 2,000; the open-file limit must allow them).
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { WebSocket } from 'ws'
import { createDb, type Db } from '#platform/db/db.ts'
import { createBus } from '#platform/live/bus.ts'
import { publish } from '#platform/live/publish.ts'
import { attachLive } from '#platform/live/server.ts'
import { channelSignature } from '#platform/live/signature.ts'
import { withDatabase } from './database.ts'

const credentials = { key: 'bench', secret: 'the secret of the live bench' }
const AT_ONCE = 100
const WARM_UP = 50
const EVENTS = 500

export type LiveFigures = {
  connections: number
  /** Memory of the serving process: before anybody connected, and with all connections open and subscribed. */
  idle_rss_mb: number
  rss_mb: number
  /** From the start of the publishing transaction until the event arrives at its one client. */
  deliver_ms_p50: number
  deliver_ms_p99: number
  /** From the start of the publishing transaction until every client has got the same event. */
  broadcast_ms: number
}

/** Serves live channels alone in this process, for the parent that measures it. */
const serve = async (database: pg.ClientConfig) => {
  const onError = (error: Error) => console.error(error)
  const bus = createBus(database, { onError })
  const httpServer = createServer()
  attachLive(httpServer, { ...credentials, bus, onError })
  httpServer.listen(0, '127.0.0.1')
  await Promise.all([once(httpServer, 'listening'), bus.ready])
  process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }))
  process.on('disconnect', () => process.exit())
  process.send?.({ port: (httpServer.address() as AddressInfo).port })
}

const ask = async <T>(server: ChildProcess): Promise<T> => {
  const [answer] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code}`)
    }),
  ])
  return answer
}

/** One client on a channel of its own and on one of all. */
const connect = (port: number, number: number, onEvent: () => void): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${credentials.key}?protocol=7`, {
      perMessageDeflate: false,
    })
    let joined = 0
    socket.on('error', reject)
    socket.on('message', (raw) => {
      const { event, data } = JSON.parse(String(raw))
      if (event === 'probe') onEvent()
      else if (event === 'pusher_internal:subscription_succeeded') {
        joined += 1
        if (joined === 2) resolve(socket)
      } else if (event === 'pusher:connection_established')
        for (const channel of [`private-notifications.${number}`, 'private-all']) {
          const auth = channelSignature(credentials, JSON.parse(data).socket_id, channel)
          socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }))
        }
      else reject(new Error(String(raw)))
    })
  })

const rounded = (figure: number) => Math.round(figure * 100) / 100

const percentile = (sorted: number[], share: number) =>
  rounded(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)

const measure = async (server: ChildProcess, db: Db, connections: number): Promise<LiveFigures> => {
  const { port } = await ask<{ port: number }>(server)
  const rss = async () => {
    server.send('rss')
    return (await ask<{ rss: number }>(server)).rss / 1024 / 1024
  }
  const idle = await rss()
  const sockets: WebSocket[] = []
  let expected = 0
  let arrive = () => {}
  const onEvent = () => {
    expected -= 1
    if (expected === 0) arrive()
  }
  /** Milliseconds until an event has reached all its clients. */
  const time = async (channel: string, clients: number) => {
    const arrived = new Promise<void>((resolve) => {
      expected = clients
      arrive = resolve
    })
    const start = performance.now()
    await db.withPortal(1, (tx) => publish(tx, { channel, event: 'probe', data: { text: 'x'.repeat(200) } }))
    await arrived
    return performance.now() - start
  }
  try {
    while (sockets.length < connections) {
      const batch = Array.from({ length: Math.min(AT_ONCE, connections - sockets.length) }, (_, index) =>
        connect(port, sockets.length + index, onEvent),
      )
      sockets.push(...(await Promise.all(batch)))
    }
    const full = await rss()
    const times: number[] = []
    for (let round = 0; round < WARM_UP + EVENTS; round++) {
      const took = await time(`notifications.${(round * 7919) % connections}`, 1)
      if (round >= WARM_UP) times.push(took)
    }
    times.sort((a, b) => a - b)
    return {
      connections,
      idle_rss_mb: Math.round(idle),
      rss_mb: Math.round(full),
      deliver_ms_p50: percentile(times, 0.5),
      deliver_ms_p99: percentile(times, 0.99),
      broadcast_ms: rounded(await time('all', connections)),
    }
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}

export type LiveBenchOptions = {
  connections?: number
  /** A migrated database, as the program connects to it; without one a throw-away cluster is started. */
  database?: pg.ClientConfig
}

/** Measures a live server in a process of its own, over a real database. */
export async function benchLive({
  connections = Number(process.env['LIVE_CONNECTIONS'] ?? 2000),
  database,
}: LiveBenchOptions = {}): Promise<LiveFigures> {
  if (!database) return withDatabase(({ app }) => benchLive({ connections, database: app }))
  const db = createDb(database)
  const server = fork(import.meta.filename, ['serve'])
  try {
    server.send(database)
    return await measure(server, db, connections)
  } finally {
    const ended = once(server, 'exit')
    if (server.connected) server.disconnect()
    if (server.exitCode === null) await ended
    await db.close()
  }
}

if (import.meta.main) {
  if (process.argv[2] === 'serve') await serve((await once(process, 'message'))[0])
  else console.log(await benchLive())
}
