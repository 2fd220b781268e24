import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { attachLive } from './server.ts'
import { credentials, type LiveServer, RawClient, startLiveServer } from './testing.ts'

let database: TestDatabase
const servers: LiveServer[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(() => database?.drop())

const start = async (options: Parameters<typeof startLiveServer>[1] = {}) => {
  const server = await startLiveServer(database.app, options)
  servers.push(server)
  return server
}

test('the greeting follows the protocol: data as a string, with a socket id and the activity timeout', async () => {
  const { port } = await start()
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${credentials.key}?protocol=7&client=js&version=8.6.0`)
  const [raw] = await once(socket, 'message')
  const frame = JSON.parse(String(raw))
  expect(frame.event).toBe('pusher:connection_established')
  expect(JSON.parse(frame.data)).toEqual({ socket_id: expect.stringMatching(/^\d+\.\d+$/), activity_timeout: 120 })
  socket.close()
})

test.each([
  ['an unknown key', '/app/other?protocol=7', 4001],
  ['a protocol too old', `/app/${credentials.key}?protocol=4`, 4007],
  ['a protocol too new', `/app/${credentials.key}?protocol=8`, 4007],
  ['no protocol', `/app/${credentials.key}`, 4007],
])('%s is turned away with its close code', async (_title, path, code) => {
  const { port, live } = await start()
  const client = new RawClient(port, path)
  expect(await client.next()).toMatchObject({ event: 'pusher:error', data: { code } })
  expect((await client.closed).code).toBe(code)
  expect(live.connections).toBe(0)
})

test('a client that does not answer a ping is closed with 4201, and one that answers stays', async () => {
  let now = 0
  const { port } = await start({ limits: { activity_seconds: 0.04, pong_seconds: 0.04 }, clock: () => now })
  const [mute, polite] = [new RawClient(port), new RawClient(port)]
  await Promise.all([mute.socketId(), polite.socketId()])
  now += 41
  expect(await mute.next()).toMatchObject({ event: 'pusher:ping' })
  expect(await polite.next()).toMatchObject({ event: 'pusher:ping' })
  polite.send('pusher:pong', {})
  polite.send('pusher:ping', {})
  // The answer to the second frame proves that the first was read.
  expect(await polite.next()).toMatchObject({ event: 'pusher:pong' })
  now += 40
  expect((await mute.closed).code).toBe(4201)
  polite.send('pusher:ping', {})
  expect(await polite.next()).toMatchObject({ event: 'pusher:pong' })
})

test('after ten client events in a second, the sender gets 4301 and the others get nothing more', async () => {
  let now = 0
  const { port } = await start({ clock: () => now })
  const [sender, receiver] = [new RawClient(port), new RawClient(port)]
  const room = 'private-room.1'
  await sender.join(await sender.socketId(), room)
  await receiver.join(await receiver.socketId(), room)
  for (let number = 1; number <= 11; number++) sender.send('client-tick', { number }, room)
  expect(await sender.next()).toMatchObject({ event: 'pusher:error', data: { code: 4301 } })
  now += 1000
  sender.send('client-tick', { number: 12 }, room)
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12])
    expect(await receiver.next()).toEqual({ event: 'client-tick', channel: room, data: { number } })
})

test('client events need a private channel that the sender has joined', async () => {
  const { port } = await start()
  const client = new RawClient(port)
  const socketId = await client.socketId()
  expect(await client.join(socketId, 'open')).toMatchObject({ event: 'pusher_internal:subscription_succeeded' })
  client.send('client-tick', {}, 'open')
  expect(await client.next()).toMatchObject({ event: 'pusher:error', data: { code: 4009 } })
  client.send('client-tick', {}, 'private-room.1')
  expect(await client.next()).toMatchObject({ event: 'pusher:error', data: { code: 4009 } })
  await client.join(socketId, 'private-room.1')
  client.send('pusher:unsubscribe', { channel: 'private-room.1' })
  client.send('client-tick', {}, 'private-room.1')
  expect(await client.next()).toMatchObject({ event: 'pusher:error', data: { code: 4009 } })
})

test('a connection joins no more channels than allowed, and can join again after leaving one', async () => {
  const { port } = await start({ limits: { channels_per_connection: 2 } })
  const client = new RawClient(port)
  const socketId = await client.socketId()
  const succeeded = { event: 'pusher_internal:subscription_succeeded' }
  expect(await client.join(socketId, 'private-room.1')).toMatchObject(succeeded)
  expect(await client.join(socketId, 'private-room.2')).toMatchObject(succeeded)
  expect(await client.join(socketId, 'private-room.3')).toMatchObject({
    event: 'pusher:subscription_error',
    channel: 'private-room.3',
    data: { type: 'LimitReached' },
  })
  client.send('pusher:unsubscribe', { channel: 'private-room.1' })
  expect(await client.join(socketId, 'private-room.3')).toMatchObject(succeeded)
})

test('invalid frames are answered with an error and leave the connection open', async () => {
  const { port } = await start()
  const client = new RawClient(port)
  await client.socketId()
  for (const text of ['{', 'null', '7', '{"event":7}', '{"event":"pusher:subscribe"}', '{"event":"other"}']) {
    client.socket.send(text)
    expect(await client.next()).toMatchObject({ event: 'pusher:error', data: { code: 4300 } })
  }
  client.send('pusher:subscribe', { channel: 'no spaces' })
  expect(await client.next()).toMatchObject({ event: 'pusher:error' })
})

test('a frame that is too large, or too many frames in a second, ends the connection', async () => {
  const { port } = await start({ limits: { frames_per_second: 3 }, clock: () => 0 })
  const [large, many] = [new RawClient(port), new RawClient(port)]
  await Promise.all([large.socketId(), many.socketId()])
  large.send('client-x', 'x'.repeat(20_000))
  expect((await large.closed).code).toBe(1009)
  for (let number = 0; number < 4; number++) many.send('pusher:ping', {})
  expect((await many.closed).code).toBe(4100)
})

test('no more connections than allowed are accepted, and a freed slot is reused', async () => {
  const { port, live } = await start({ limits: { connections: 1 } })
  const first = new RawClient(port)
  await first.socketId()
  expect((await new RawClient(port).closed).code).toBe(4100)
  first.socket.close()
  while (live.connections > 0) await setImmediate()
  await new RawClient(port).socketId()
})

test('a client that stops reading is dropped, and the others continue', async () => {
  const { port, bus, live } = await start({ limits: { buffered_bytes: 100_000 } })
  const [slow, quick] = [new RawClient(port), new RawClient(port)]
  await slow.join(await slow.socketId(), 'private-room.1')
  await quick.join(await quick.socketId(), 'private-room.1')
  slow.socket.pause()
  let sent = 0
  while (live.connections === 2) {
    await bus.send('live', {
      channel: 'private-room.1',
      event: 'fill',
      data: { number: sent++, fill: 'x'.repeat(200_000) },
    })
  }
  for (let number = 0; number < sent; number++) expect(await quick.next()).toMatchObject({ data: { number } })
  slow.socket.terminate()
})

test('closing says goodbye with 4200, does not wait for clients that do not answer, and accepts no new ones', async () => {
  const { port, live } = await start({ limits: { goodbye_seconds: 0.05 } })
  const [polite, deaf] = [new RawClient(port), new RawClient(port)]
  await Promise.all([polite.socketId(), deaf.socketId()])
  deaf.socket.pause()
  await live.close()
  expect((await polite.closed).code).toBe(4200)
  expect(live.connections).toBe(0)
  const late = new WebSocket(`ws://127.0.0.1:${port}/app/${credentials.key}?protocol=7`)
  await once(late, 'error')
  deaf.socket.terminate()
})

test('upgrades for other paths and for the development server are left alone', async () => {
  const { bus } = await start()
  const httpServer = createServer()
  const live = attachLive(httpServer, { ...credentials, bus, onError: () => {} })
  httpServer.on('upgrade', (request, socket) => {
    if (!socket.destroyed && live.connections === 0) socket.end(`HTTP/1.1 418 ${request.url}\r\n\r\n`)
  })
  httpServer.listen(0, '127.0.0.1')
  await once(httpServer, 'listening')
  const { port } = httpServer.address() as AddressInfo
  for (const [path, protocols] of [
    ['/other', []],
    ['/', ['vite-hmr']],
    [`/app/${credentials.key}?protocol=7`, ['vite-hmr']],
    [`/app/${credentials.key}/more?protocol=7`, []],
    ['/application/x?protocol=7', []],
  ] as const) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [...protocols])
    const [, answer] = await once(socket, 'unexpected-response')
    expect(answer.statusCode).toBe(418)
  }
  await new RawClient(port).socketId()
  await live.close()
  httpServer.close()
})
