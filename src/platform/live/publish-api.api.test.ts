import { createHash, createHmac } from 'node:crypto'
import PusherServer from 'pusher'
import Pusher from 'pusher-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { APP_ID, connectPusher, credentials, joined, type LiveServer, nextEvent, startLiveServer } from './testing.ts'

let database: TestDatabase
let server: LiveServer

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startLiveServer(database.app)
})
afterEach(() => {
  for (const client of Pusher.instances.splice(0)) client.disconnect()
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
})

const publisher = (options: Partial<PusherServer.Options> = {}) =>
  new PusherServer({
    appId: APP_ID,
    ...credentials,
    host: '127.0.0.1',
    port: String(server.port),
    useTLS: false,
    ...options,
  } as PusherServer.Options)

test('an event of the unmodified pusher library arrives on each of its channels', async () => {
  const client = connectPusher(server, 7)
  const channels = await Promise.all(
    ['private-room.1', 'private-room.2', 'news'].map((name) => joined(client.subscribe(name))),
  )
  const events = channels.map((channel) => nextEvent(channel, 'shown'))
  const answer = await publisher().trigger(['private-room.1', 'private-room.2', 'news'], 'shown', { text: 'ä€😀' })
  expect(answer.status).toBe(200)
  expect(await Promise.all(events)).toEqual([{ text: 'ä€😀' }, { text: 'ä€😀' }, { text: 'ä€😀' }])
})

test('the connection named as the sender does not get the event', async () => {
  const [sender, other] = [connectPusher(server, 1), connectPusher(server, 2)]
  const [mine, theirs] = await Promise.all([sender, other].map((client) => joined(client.subscribe('private-room.1'))))
  const received: unknown[] = []
  mine!.bind('shown', (data: unknown) => received.push(data))
  const last = nextEvent(mine!, 'last')
  const event = nextEvent(theirs!, 'shown')
  await publisher().trigger('private-room.1', 'shown', 1, { socket_id: sender.connection.socket_id })
  await publisher().trigger('private-room.1', 'last', 2)
  expect(await event).toBe(1)
  await last
  expect(received).toEqual([])
})

test('another secret is refused with 401 and another app with 404', async () => {
  await expect(publisher({ secret: 'wrong' }).trigger('news', 'shown', 1)).rejects.toMatchObject({ status: 401 })
  await expect(publisher({ key: 'wrong' }).trigger('news', 'shown', 1)).rejects.toMatchObject({ status: 401 })
  await expect(publisher({ appId: '2' }).trigger('news', 'shown', 1)).rejects.toMatchObject({ status: 404 })
})

const call = async (body: string, { signed = body, at = Date.now() / 1000, secret = credentials.secret } = {}) => {
  const md5 = createHash('md5').update(signed).digest('hex')
  const query = `auth_key=${credentials.key}&auth_timestamp=${Math.floor(at)}&auth_version=1.0&body_md5=${md5}`
  const signature = createHmac('sha256', secret).update(`POST\n/apps/${APP_ID}/events\n${query}`).digest('hex')
  const answer = await server.app.inject({
    method: 'POST',
    url: `/apps/${APP_ID}/events?${query}&auth_signature=${signature}`,
    headers: { 'content-type': 'application/json' },
    payload: body,
  })
  return answer.statusCode
}
const good = JSON.stringify({ name: 'shown', channels: ['news'], data: '1' })

test('a changed body, and a call that is too old or from the future, are refused', async () => {
  const now = Date.now() / 1000
  expect(await call(good)).toBe(200)
  expect(await call(good, { at: now - 590 })).toBe(200)
  expect(await call(good, { at: now - 610 })).toBe(401)
  expect(await call(good, { at: now + 610 })).toBe(401)
  expect(await call(`${good} `, { signed: good })).toBe(401)
  expect(await call(good, { secret: 'wrong' })).toBe(401)
  const unsigned = await server.app.inject({ method: 'POST', url: `/apps/${APP_ID}/events`, payload: { name: 'x' } })
  expect(unsigned.statusCode).toBe(401)
})

test('a signed body that is invalid gets 400, and one that is too large 413', async () => {
  const channels = Array.from({ length: 101 }, (_, number) => `room.${number}`)
  for (const body of [
    '{',
    'null',
    JSON.stringify({ channels: ['news'], data: '1' }),
    JSON.stringify({ name: 'shown', channels: [], data: '1' }),
    JSON.stringify({ name: 'shown', channels, data: '1' }),
    JSON.stringify({ name: 'shown', channels: ['no spaces'], data: '1' }),
    JSON.stringify({ name: 'shown', channels: ['news'], data: '1', socket_id: 'x' }),
    JSON.stringify({ name: 'shown', channels: ['news'], data: 'x'.repeat(300_000) }),
  ])
    expect(await call(body)).toBe(400)
  expect(await call(JSON.stringify({ name: 'shown', channels: ['news'], data: 'x'.repeat(600_000) }))).toBe(413)
})
