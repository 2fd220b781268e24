import pg from 'pg'
import Pusher, { type PresenceChannel } from 'pusher-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { createHub, type Listener } from './hub.ts'
import { createPresence, PRESENCE_BEAT_MS } from './presence.ts'
import { connectPusher, joined, type LiveServer, nextEvent, RawClient, startLiveServer } from './testing.ts'

let database: TestDatabase
const servers: LiveServer[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const client of Pusher.instances.splice(0)) client.disconnect()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(() => database?.drop())

const start = async (options: Parameters<typeof startLiveServer>[1] = {}) => {
  const server = await startLiveServer(database.app, options)
  servers.push(server)
  return server
}

const enter = async (server: LiveServer, user: number, room = 'presence-room.1') => {
  const client = connectPusher(server, user)
  const channel = (await joined(client.subscribe(room))) as PresenceChannel
  return { client, channel, ids: () => Object.keys(channel.members.members).sort() }
}

test('members in all processes see each other come and go, each person once', async () => {
  const [one, two] = [await start(), await start()]
  const ann = await enter(one, 1)
  expect(ann.ids()).toEqual(['1'])
  const arrival = nextEvent<{ id: string; info: object }>(ann.channel, 'pusher:member_added')
  const bob = await enter(two, 2)
  expect(await arrival).toEqual({ id: '2', info: { name: 'Person 2' } })

  // The same person again, on the other process: nobody comes or goes. A third person is the marker.
  const received: string[] = []
  ann.channel.bind('pusher:member_added', ({ id }: { id: string }) => received.push(`+${id}`))
  ann.channel.bind('pusher:member_removed', ({ id }: { id: string }) => received.push(`-${id}`))
  const second = await enter(one, 2)
  second.client.disconnect()
  const third = nextEvent(ann.channel, 'pusher:member_added')
  await enter(two, 3)
  await third
  expect(received).toEqual(['+3'])

  const departure = nextEvent<{ id: string }>(ann.channel, 'pusher:member_removed')
  bob.client.disconnect()
  expect((await departure).id).toBe('2')
  expect(ann.ids()).toEqual(['1', '3'])
})

test('a process that starts later, and one that lost its connection to the others, know everyone', async () => {
  const one = await start()
  await enter(one, 1)
  const two = await start()
  const bob = await enter(two, 2)
  const cid = await enter(two, 3)
  const settled = async (who: { channel: PresenceChannel; ids: () => string[] }, expected: string[]) => {
    while (who.ids().join() !== expected.join())
      await Promise.race(['pusher:member_added', 'pusher:member_removed'].map((event) => nextEvent(who.channel, event)))
  }
  await settled(bob, ['1', '2', '3'])
  const owner = new pg.Client(database.owner)
  await owner.connect()
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'portico-bus' and datname = current_database()`,
  )
  await owner.end()
  // Leaves while the processes cannot hear each other.
  cid.client.disconnect()
  const dan = await enter(one, 4)
  await settled(dan, ['1', '2', '4'])
  await settled(bob, ['1', '2', '4'])
})

test('client events on a presence channel name their sender', async () => {
  const server = await start()
  const [ann, bob] = [await enter(server, 1), await enter(server, 2)]
  const event = new Promise((resolve) =>
    bob.channel.bind('client-typing', (_data: unknown, metadata: unknown) => resolve(metadata)),
  )
  ann.channel.trigger('client-typing', {})
  expect(await event).toEqual({ user_id: '1' })
})

test('a presence channel accepts no more members than allowed, and refuses unsigned channel data', async () => {
  const { port } = await start({ limits: { members_per_channel: 1 } })
  const enterRaw = async (channelData: string) => {
    const client = new RawClient(port)
    return client.join(await client.socketId(), 'presence-room.2', channelData)
  }
  expect(await enterRaw('{"user_id":1}')).toMatchObject({
    event: 'pusher_internal:subscription_succeeded',
    data: { presence: { ids: ['1'], hash: { 1: {} }, count: 1 } },
  })
  expect(await enterRaw('{"user_id":2}')).toMatchObject({ data: { type: 'LimitReached' } })
  expect(await enterRaw('{"user_id":1}')).toMatchObject({ event: 'pusher_internal:subscription_succeeded' })
  expect(await enterRaw('{"name":"nobody"}')).toMatchObject({ event: 'pusher:subscription_error' })
})

test('members of a silent process are removed after 90 seconds, those of a live one stay', () => {
  let now = 0
  const hub = createHub()
  const removed: string[] = []
  const listener: Listener = { socketId: '9.9', send: (frame) => removed.push(String(frame)) }
  const watcher = createPresence(
    hub,
    () => {},
    () => now,
  )
  const processes = [1, 2].map(() => createPresence(createHub(), watcher.receive, () => now))
  processes.forEach((one, index) => {
    one.join('presence-room.1', `1.${index}`, { user_id: `${index}` })
  })
  hub.join('presence-room.1', listener)
  for (let beat = 1; beat <= 4; beat++) {
    now = beat * PRESENCE_BEAT_MS
    processes[0]?.beat(now)
    watcher.beat(now)
  }
  expect([...watcher.members('presence-room.1').keys()]).toEqual(['0'])
  expect(removed).toHaveLength(1)
  expect(removed[0]).toContain('member_removed')
})
