import { execFile } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import Echo from 'laravel-echo'
import pg from 'pg'
import Pusher from 'pusher-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { createDb, type Db } from '../db/db.ts'
import { publish } from './publish.ts'
import { channelSignature } from './signature.ts'
import {
  connectPusher,
  credentials,
  joined,
  type LiveServer,
  nextEvent,
  pusherOptions,
  startLiveServer,
} from './testing.ts'

let database: TestDatabase
let db: Db
let server: LiveServer

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(database.app)
  server = await startLiveServer(database.app)
})
afterEach(() => {
  for (const client of Pusher.instances.splice(0)) client.disconnect()
})
afterAll(async () => {
  await server?.close()
  await db?.close()
  await database?.drop()
})

const raise = (channel: string, event: string, data: unknown) =>
  db.withPortal(1, (tx) => publish(tx, { channel, event, data }))

test('an unmodified pusher-js connects, joins its private channel and gets its events (RTM-001, RTM-003)', async () => {
  const client = connectPusher(server, 7)
  const channel = await joined(client.subscribe('private-notifications.7'))
  expect(client.connection.socket_id).toMatch(/^\d+\.\d+$/)
  const event = nextEvent(channel, 'notification.created')
  await raise('notifications.7', 'notification.created', { id: 1, title: 'Ä “quoted” \\ 😀' })
  expect(await event).toEqual({ id: 1, title: 'Ä “quoted” \\ 😀' })
})

test('every kind of live channel of the product can be joined and reached (RTM-001)', async () => {
  const names = [
    'notifications.7',
    'enrolls.12',
    'invites.courses.12.managers.7',
    'cloud-scorm-progress.0198c0de-7000-7000-8000-000000000001',
  ]
  const client = connectPusher(server, 7, {
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) =>
        callback(null, { auth: channelSignature(credentials, socketId, channelName) }),
    },
  })
  for (const name of names) {
    const channel = await joined(client.subscribe(`private-${name}`))
    const event = nextEvent(channel, 'probe')
    await raise(name, 'probe', { name })
    expect(await event).toEqual({ name })
  }
})

test('another person’s channel is refused and stays silent (RTM-003)', async () => {
  const [stranger, member] = [connectPusher(server, 8), connectPusher(server, 7)]
  const overheard: unknown[] = []
  stranger.bind_global((event: string) => overheard.push(event))
  const foreign = stranger.subscribe('private-notifications.7')
  await expect(joined(foreign)).rejects.toMatchObject({ type: 'AuthError', status: 403 })
  const own = await joined(member.subscribe('private-notifications.7'))
  // The stranger's own channel is the marker: its event is sent after the one they must not get.
  const yardstick = await joined(stranger.subscribe('private-notifications.8'))
  const [first, second] = [nextEvent(own, 'notification.created'), nextEvent(yardstick, 'notification.created')]
  await raise('notifications.7', 'notification.created', { id: 1 })
  await raise('notifications.8', 'notification.created', { id: 2 })
  expect(await first).toEqual({ id: 1 })
  expect(await second).toEqual({ id: 2 })
  expect(overheard).toEqual(['notification.created'])
})

test.each([
  [
    'made with another secret',
    (id: string, name: string) => channelSignature({ ...credentials, secret: 'x' }, id, name),
  ],
  ['made for another connection', (_: string, name: string) => channelSignature(credentials, '1.1', name)],
  ['made for another channel', (id: string) => channelSignature(credentials, id, 'private-notifications.8')],
  ['with another key', (id: string, name: string) => channelSignature({ ...credentials, key: 'other' }, id, name)],
  ['that is empty', () => ''],
])('a signature %s does not open a channel (RTM-003)', async (_title, sign) => {
  const client = connectPusher(server, 7, {
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => callback(null, { auth: sign(socketId, channelName) }),
    },
  })
  await expect(joined(client.subscribe('private-notifications.7'))).rejects.toMatchObject({
    type: 'AuthError',
    status: 401,
  })
})

test('an event whose channel has no prefix never reaches the public channel of that name', async () => {
  const client = connectPusher(server, 7)
  const received: unknown[] = []
  const open = await joined(client.subscribe('notifications.7'))
  open.bind('notification.created', (data: unknown) => received.push(data))
  const own = await joined(client.subscribe('private-notifications.7'))
  const event = nextEvent(own, 'notification.created')
  await raise('notifications.7', 'notification.created', { id: 3 })
  expect(await event).toEqual({ id: 3 })
  expect(received).toEqual([])
})

test('an event from another process arrives', async () => {
  const channel = await joined(connectPusher(server, 7).subscribe('private-notifications.7'))
  const event = nextEvent(channel, 'notification.created')
  const program = `
    import { createDb } from '#platform/db/db.ts'
    import { publish } from '#platform/live/publish.ts'
    const db = createDb(JSON.parse(process.env.CONNECTION))
    const data = { pid: process.pid }
    await db.withPortal(1, (tx) => publish(tx, { channel: 'notifications.7', event: 'notification.created', data }))
    await db.close()`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, CONNECTION: JSON.stringify(database.app) },
  })
  await run
  expect(await event).toEqual({ pid: run.child.pid })
})

test('an event of a rolled-back transaction is not sent', async () => {
  const channel = await joined(connectPusher(server, 7).subscribe('private-notifications.7'))
  const event = nextEvent(channel, 'notification.created')
  const failing = db.withPortal(1, async (tx) => {
    await publish(tx, { channel: 'notifications.7', event: 'notification.created', data: 'lost' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await raise('notifications.7', 'notification.created', 'kept')
  expect(await event).toBe('kept')
})

test('an event of 20 kB arrives whole, and one over the limit is refused', async () => {
  const channel = await joined(connectPusher(server, 7).subscribe('private-notifications.7'))
  const event = nextEvent(channel, 'notification.created')
  const data = { text: 'ü'.repeat(10_000) }
  await raise('notifications.7', 'notification.created', data)
  expect(await event).toEqual(data)
  await expect(raise('notifications.7', 'notification.created', 'x'.repeat(300_000))).rejects.toThrow(TypeError)
})

test('after its database connection ended, the server delivers again and tells clients to read again', async () => {
  const client = connectPusher(server, 7)
  const channel = await joined(client.subscribe('private-notifications.7'))
  const gap = nextEvent(client, 'portico:gap')
  const owner = new pg.Client(database.owner)
  await owner.connect()
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'portico-bus' and datname = current_database()`,
  )
  await owner.end()
  await gap
  const event = nextEvent(channel, 'notification.created')
  await raise('notifications.7', 'notification.created', 'after')
  expect(await event).toBe('after')
})

test('a server that closes says goodbye with 4200, and pusher-js is back at once through the balancer', async () => {
  const [old, successor] = [await startLiveServer(database.app), await startLiveServer(database.app)]
  let target = old.port
  const balancer = net.createServer((socket) => {
    const onward = net.connect(target, '127.0.0.1')
    pipeline(socket, onward, socket, () => {})
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  // Authorization calls are answered by the remaining process.
  const client = connectPusher(successor, 7, { wsPort: (balancer.address() as net.AddressInfo).port })
  const channel = await joined(client.subscribe('private-notifications.7'))
  const error = nextEvent(client.connection, 'error')
  const again = joined(channel)
  target = successor.port
  await old.close()
  expect(await error).toMatchObject({ data: { code: 4200 } })
  await again
  expect(successor.live.connections).toBe(1)
  const event = nextEvent(channel, 'notification.created')
  await raise('notifications.7', 'notification.created', 'again')
  expect(await event).toBe('again')
  client.disconnect()
  await successor.close()
  balancer.close()
})

test('client events reach the others on the channel but not their sender', async () => {
  const clients = [1, 2].map((user) => connectPusher(server, user))
  const [first, second] = await Promise.all(clients.map((client) => joined(client.subscribe('private-room.1'))))
  const echoes: unknown[] = []
  first?.bind('client-typing', (data: unknown) => echoes.push(data))
  const typing = nextEvent(second!, 'client-typing')
  first?.trigger('client-typing', { text: 'a' })
  expect(await typing).toEqual({ text: 'a' })
  const answer = nextEvent(first!, 'client-answer')
  second?.trigger('client-answer', {})
  await answer
  expect(echoes).toEqual([])
})

test('laravel-echo listens on private channels and sees who is present', async () => {
  // pusher-js for Node has no window. Echo gets its client and needs none either.
  const echoFor = (user: number) =>
    new Echo({
      broadcaster: 'pusher',
      client: new Pusher(credentials.key, pusherOptions(server, user)),
      withoutInterceptors: true,
    })
  const [ann, bob] = [echoFor(1), echoFor(2)]
  const created = Promise.withResolvers<unknown>()
  const subscribed = Promise.withResolvers<void>()
  ann
    .private('notifications.1')
    .listen('.notification.created', created.resolve)
    .subscribed(() => subscribed.resolve())
  await subscribed.promise
  await raise('notifications.1', 'notification.created', { id: 9 })
  expect(await created.promise).toEqual({ id: 9 })

  const [here, joining, leaving] = [1, 2, 3].map(() => Promise.withResolvers<unknown>())
  const room = ann.join('room.echo')
  room.here(here!.resolve)
  room.joining(joining!.resolve)
  room.leaving(leaving!.resolve)
  expect(await here!.promise).toEqual([{ name: 'Person 1' }])
  bob.join('room.echo')
  expect(await joining!.promise).toEqual({ name: 'Person 2' })
  bob.leave('room.echo')
  expect(await leaving!.promise).toEqual({ name: 'Person 2' })
})
