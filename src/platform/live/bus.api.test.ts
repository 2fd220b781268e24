import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { createDb, type Db } from '../db/db.ts'
import { type Bus, createBus, forgetOldPayloads, notify } from './bus.ts'

let database: TestDatabase
let db: Db
let owner: pg.Client
const opened: Bus[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(database.app)
  owner = new pg.Client(database.owner)
  await owner.connect()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.close()))
})
afterAll(async () => {
  await owner?.end()
  await db?.close()
  await database?.drop()
})

const startBus = async (config: pg.ClientConfig = database.app) => {
  const errors: Error[] = []
  const bus = createBus(config, { onError: (error) => errors.push(error) })
  opened.push(bus)
  await bus.ready
  return { bus, errors }
}

/** Everything that arrives on a topic, in order, one message at a time. */
const listen = (bus: Bus, topic: string) => {
  const arrived: unknown[] = []
  let wake = () => {}
  bus.subscribe(topic, (payload) => {
    arrived.push(payload)
    wake()
  })
  return async () => {
    while (arrived.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return arrived.shift()
  }
}

test('a message is sent with the commit of its transaction, not before', async () => {
  const { bus } = await startBus()
  const next = listen(bus, 'news')
  await db.withPortal(1, async (tx) => {
    await notify(tx, 'news', 'in the transaction')
    await bus.send('news', 'outside')
    expect(await next()).toBe('outside')
  })
  expect(await next()).toBe('in the transaction')
})

test('a rolled-back transaction sends nothing', async () => {
  const { bus } = await startBus()
  const next = listen(bus, 'news')
  const failing = db.withPortal(1, async (tx) => {
    await notify(tx, 'news', 'small and lost')
    await notify(tx, 'news', 'large and lost'.repeat(2000))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await db.withPortal(1, (tx) => notify(tx, 'news', 'kept'))
  expect(await next()).toBe('kept')
  expect((await owner.query('select 1 from bus_payloads')).rowCount).toBe(0)
})

test('payloads over 7 kB arrive whole and in order, whatever characters they contain', async () => {
  const { bus, errors } = await startBus()
  const next = listen(bus, 'large')
  const large = { text: 'ä€😀\u0000\ud800"\\'.repeat(4000), list: [1, { two: null }] }
  await db.withPortal(1, async (tx) => {
    await notify(tx, 'large', 1)
    await notify(tx, 'large', large)
    await notify(tx, 'large', 2)
    await notify(tx, 'large', { ...large, list: [] })
    await notify(tx, 'large', 3)
  })
  expect(await next()).toBe(1)
  expect(await next()).toEqual(large)
  expect(await next()).toBe(2)
  expect(await next()).toEqual({ ...large, list: [] })
  expect(await next()).toBe(3)
  await bus.send('large', large)
  expect(await next()).toEqual(large)
  expect(errors).toEqual([])
})

test('messages of every size around the limit of NOTIFY arrive', async () => {
  const { bus } = await startBus()
  const next = listen(bus, 'sizes')
  for (const size of [7000, 7130, 7140, 7150, 7168, 7999, 8000, 8001]) {
    await db.withPortal(1, (tx) => notify(tx, 'sizes', 'ä'.repeat(size / 2)))
    expect(await next()).toHaveLength(Math.floor(size / 2))
  }
})

test('a large message can be sent across portals as well', async () => {
  const { bus } = await startBus()
  const next = listen(bus, 'large')
  await db.withPlatform((tx) => notify(tx, 'large', 'x'.repeat(20_000)))
  expect(await next()).toHaveLength(20_000)
})

test('a message of another process arrives', async () => {
  const { bus } = await startBus()
  const next = listen(bus, 'elsewhere')
  const program = `
    import { notify } from '#platform/live/bus.ts'
    import { createDb } from '#platform/db/db.ts'
    const db = createDb(JSON.parse(process.env.CONNECTION))
    await db.withPortal(1, (tx) => notify(tx, 'elsewhere', { pid: process.pid }))
    await db.close()`
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, CONNECTION: JSON.stringify(database.app) },
  })
  await child
  expect(await next()).toEqual({ pid: child.child.pid })
})

test('topics are separate, a left topic is silent, and a failing handler affects no other', async () => {
  const { bus, errors } = await startBus()
  const received: unknown[] = []
  bus.subscribe('one', () => {
    throw new Error('handler failed')
  })
  bus.subscribe('one', async () => {
    throw new Error('handler failed later')
  })
  const leave = bus.subscribe('one', (payload) => {
    received.push(payload)
  })
  const [nextOne, nextTwo] = [listen(bus, 'one'), listen(bus, 'two')]
  await bus.send('one', 'a')
  expect(await nextOne()).toBe('a')
  leave()
  await bus.send('two', 'b')
  expect(await nextTwo()).toBe('b')
  await bus.send('one', 'c')
  expect(await nextOne()).toBe('c')
  expect(received).toEqual(['a'])
  expect(errors.map(({ message }) => message)).toContain('handler failed')
  expect(errors.map(({ message }) => message)).toContain('handler failed later')
  await expect(bus.send('Not a topic', 1)).rejects.toThrow(TypeError)
})

test('listens again after its connection ended, and says that messages may be missing', async () => {
  const { bus, errors } = await startBus()
  const next = listen(bus, 'news')
  const again = new Promise<boolean>((resolve) => bus.onReconnect(() => resolve(bus.isConnected)))
  expect(bus.isConnected).toBe(true)
  const { rows } = await owner.query(
    `select pg_terminate_backend(pid) as done from pg_stat_activity
     where application_name = 'portico-bus' and datname = current_database()`,
  )
  expect(rows).toEqual([{ done: true }])
  expect(await again).toBe(true)
  expect(errors).not.toEqual([])
  await db.withPortal(1, (tx) => notify(tx, 'news', 'after'))
  expect(await next()).toBe('after')
})

test('keeps retrying while the database cannot be reached, and can be closed meanwhile', async () => {
  const failures: Error[] = []
  const third = Promise.withResolvers<void>()
  const bus = createBus(
    { ...database.app, host: '127.0.0.1', port: 1 },
    { onError: (error) => (failures.push(error) === 3 ? third.resolve() : undefined) },
  )
  opened.push(bus)
  await third.promise
  expect(bus.isConnected).toBe(false)
  await expect(bus.send('news', 1)).rejects.toThrow('not connected')
  await bus.close()
  await expect(bus.ready).rejects.toThrow('closed')
})

test('a message that is not ours is reported and skipped', async () => {
  const { bus, errors } = await startBus()
  const next = listen(bus, 'news')
  await owner.query(`select pg_notify('portico', 'nonsense'), pg_notify('portico', '{"topic":"news","stored":0}')`)
  await bus.send('news', 'good')
  expect(await next()).toBe('good')
  expect(errors).toHaveLength(2)
})

test('stored payloads are deleted after an hour', async () => {
  await owner.query('delete from bus_payloads')
  await owner.query(
    `insert into bus_payloads (payload, created_at)
     values ('"old"', now() - interval '61 minutes'), ('"young"', now() - interval '59 minutes')`,
  )
  await db.withPlatform((tx) => forgetOldPayloads(tx))
  expect((await owner.query('select payload from bus_payloads')).rows).toEqual([{ payload: 'young' }])
})

test('closing ends the connection', async () => {
  const { bus } = await startBus()
  await bus.close()
  const { rows } = await owner.query(
    `select 1 from pg_stat_activity where application_name = 'portico-bus' and datname = current_database()`,
  )
  expect(rows).toEqual([])
  expect(bus.isConnected).toBe(false)
})
