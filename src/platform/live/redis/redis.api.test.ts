import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@redis/client'
import pg from 'pg'
import Pusher, { type PresenceChannel } from 'pusher-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { type AppProcess, forkApp } from '../../../../tests/processes/app-process.ts'
import { sendTo } from '../../../../tests/processes/balanced-calls.ts'
import { freePort } from '../../../../tests/processes/built-program.ts'
import { raiseCall } from '../../../../tests/processes/live-listener.ts'
import { HOW_TO_GET_REDIS, hasRedis, startRedis, type TestRedis } from '../../../../tests/processes/redis-server.ts'
import { inSavepoint } from '../../db/transactions/after-commit.ts'
import { StartError } from '../../process/start-error.ts'
import { type Bus, createBus } from '../bus.ts'
import { publish, publishAll } from '../publish.ts'
import { signChannel, wireName } from '../signature.ts'
import { checkRedis } from './check-redis.ts'
import { openRedisEvents, type RedisEvents } from './redis-events.ts'

const isHere = hasRedis()
if (!isHere) console.warn(`Skipped: the tests of Redis. ${HOW_TO_GET_REDIS}`)

const PATIENT = { timeout: 20_000, interval: 20 }
const CHANNEL = 'cluster-news'

describe.skipIf(!isHere)('live events through Redis', () => {
  let redis: TestRedis
  let door: Awaited<ReturnType<TestRedis['door']>>
  const t = testApp({
    env: async () => {
      redis = await startRedis()
      return { REDIS_URL: redis.url, METRICS: 'on' }
    },
  })
  const processes: AppProcess[] = []
  const pages: Awaited<ReturnType<typeof openPage>>[] = []

  /** Somebody with an open page at a process: what it hears, and how often it has to read again. */
  const openPage = async (port: number) => {
    const client = new Pusher(t.config.live.key, {
      cluster: '',
      wsHost: '127.0.0.1',
      wsPort: port,
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '',
        customHandler: ({ socketId, channelName }, done) =>
          done(null, signChannel(socketId, channelName, { holder: null })),
      },
    })
    const heard: number[] = []
    let gaps = 0
    client.bind_global((event: string) => {
      if (event === 'portico:gap') gaps++
    })
    // Events of the program go to private channels, those of the HTTP API to the channel that it names.
    for (const name of [CHANNEL, wireName(CHANNEL)]) {
      const channel = client.subscribe(name)
      channel.bind('numbered', ({ number }: { number: number }) => heard.push(number))
      await new Promise((resolve) => channel.bind('pusher:subscription_succeeded', resolve))
    }
    return {
      heard,
      gaps: () => gaps,
      close: () => client.disconnect(),
    }
  }
  let number = 0
  const event = () => ({ channel: CHANNEL, event: 'numbered', data: { number: ++number } })
  /** Raises an event in a transaction of the test's own process. */
  const raise = async () => {
    const one = event()
    await t.platform((tx) => publish(tx, one))
    return one.data.number
  }
  const allHear = (raised: number) =>
    expect
      .poll(() => pages.map(({ heard }) => heard.filter((one) => one === raised)), PATIENT)
      .toEqual(pages.map(() => [raised]))
  const stateOf = async (port: number) => {
    const { status, body } = await sendTo(port, { method: 'GET', path: '/api/v1/health', headers: { host: 'x' } })
    return [status, JSON.parse(body).checks.redis]
  }
  /** As Prometheus reads it. */
  const failingSeconds = async () =>
    Number(/^portico_redis_failing_seconds (\S+)$/m.exec((await t.app.http.inject('/metrics')).body)?.[1])
  const untilUp = () =>
    expect.poll(async () => (await t.app.http.inject('/api/v1/health')).json().checks.redis, PATIENT).toBe('up')
  const usesRedis = async (): Promise<boolean> => {
    const { heard, close } = await redis.overhear()
    const raised = await raise()
    await allHear(raised)
    close()
    return heard.some((text) => text.includes(`"number":${raised}`))
  }

  beforeAll(async () => {
    door = await redis.door()
    const env = { REDIS_URL: redis.url, ROLE: 'web' }
    processes.push(await forkApp(t, { env }), await forkApp(t, { env: { ...env, REDIS_URL: door.url } }))
    for (const { port } of processes) pages.push(await openPage(port))
  })
  afterAll(async () => {
    redis?.wakeUp()
    for (const page of pages) page.close()
    for (const one of processes) await one.kill()
    door?.close()
    await redis?.kill()
  })

  test('an event reaches the pages of every process once, by Redis and not by PostgreSQL (OPS-036)', async () => {
    await untilUp()
    for (const { port } of processes) await expect.poll(() => stateOf(port), PATIENT).toEqual([200, 'up'])
    const notices: string[] = []
    const listener = new pg.Client(t.app.db.pool.options as pg.ClientConfig)
    await listener.connect()
    listener.on('notification', ({ payload }) => notices.push(payload ?? ''))
    await listener.query('listen portico')
    expect(await usesRedis()).toBe(true)
    const called = ++number
    expect((await sendTo(processes[0]!.port, raiseCall(t, called))).status).toBe(200)
    await allHear(called)
    await listener.query('select 1')
    await listener.end()
    expect(notices.filter((text) => text.includes('numbered'))).toEqual([])
  })

  test('nothing is sent before the commit, after a rollback, or of a part that was taken back (OPS-036)', async () => {
    const { heard, close } = await redis.overhear()
    const numbersIn = () => heard.flatMap((text) => [...text.matchAll(/"number":(\d+)/g)].map(([, one]) => Number(one)))
    const [before, lost, part, kept] = [event(), event(), event(), event()]
    await t.platform(async (tx) => {
      await publish(tx, before)
      await delay(100)
      expect(numbersIn()).toEqual([])
    })
    await expect(
      t.platform(async (tx) => {
        await publish(tx, lost)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await t.platform(async (tx) => {
      await inSavepoint(tx, async () => {
        await publish(tx, part)
        throw new Error('taken back')
      }).catch(() => {})
      await inSavepoint(tx, () => publishAll(tx, [kept]))
    })
    await allHear(kept.data.number)
    expect(numbersIn()).toEqual([before.data.number, kept.data.number])
    close()
  })

  test('who is present at one process is seen at the other (OPS-036)', async () => {
    const { heard, close } = await redis.overhear()
    const enter = (port: number, userId: string) => {
      const client = new Pusher(t.config.live.key, {
        cluster: '',
        wsHost: '127.0.0.1',
        wsPort: port,
        forceTLS: false,
        enabledTransports: ['ws'],
        channelAuthorization: {
          transport: 'ajax',
          endpoint: '',
          customHandler: ({ socketId, channelName }, done) => {
            const channel_data = JSON.stringify({ user_id: userId, user_info: {} })
            done(null, signChannel(socketId, channelName, { holder: null, channel_data }))
          },
        },
      })
      const room = client.subscribe('presence-room') as PresenceChannel
      return { count: () => room.members.count, leave: () => client.disconnect() }
    }
    const [one, other] = processes.map(({ port }, at) => enter(port, `person ${at}`))
    await expect.poll(() => [one!.count(), other!.count()], PATIENT).toEqual([2, 2])
    other!.leave()
    await expect.poll(() => one!.count(), PATIENT).toBe(1)
    one!.leave()
    expect(heard.some((text) => text.includes('"topic":"live.presence"'))).toBe(true)
    close()
  })

  test('a process that alone has lost Redis goes on, and its events and those of others arrive (OPS-037, OPS-038)', async () => {
    const [, alone] = processes
    door.shut()
    await expect.poll(() => stateOf(alone!.port), PATIENT).toEqual([200, 'unreachable'])
    const own = ++number
    expect((await sendTo(alone!.port, raiseCall(t, own))).status).toBe(200)
    await allHear(own)
    const before = pages[1]!.gaps()
    // Those that have Redis do not know that one has not: its pages read again when it is back.
    const raised = await raise()
    await expect.poll(() => pages[0]!.heard, PATIENT).toContain(raised)
    door.open()
    await expect.poll(() => stateOf(alone!.port), PATIENT).toEqual([200, 'up'])
    await expect.poll(() => pages[1]!.gaps(), PATIENT).toBeGreaterThan(before)
    await allHear(await raise())
  })

  test('while Redis is killed and started again each event arrives once, or pages read again (OPS-037)', async () => {
    const raised: number[] = []
    let isOver = false
    const raising = (async () => {
      while (!isOver) {
        raised.push(await raise())
        await delay(5)
      }
    })()
    const more = () => {
      const before = raised.length
      return expect.poll(() => raised.length, PATIENT).toBeGreaterThan(before + 40)
    }
    await more()
    const gapsBefore = pages.map(({ gaps }) => gaps())
    await redis.kill()
    for (const { port } of processes) await expect.poll(() => stateOf(port), PATIENT).toEqual([200, 'unreachable'])
    await more()
    await redis.start()
    for (const { port } of processes) await expect.poll(() => stateOf(port), PATIENT).toEqual([200, 'up'])
    await more()
    isOver = true
    await raising
    await allHear(await raise())
    for (const [at, page] of pages.entries()) {
      expect(page.heard.length).toBe(new Set(page.heard).size)
      await expect.poll(() => page.gaps(), PATIENT).toBeGreaterThan(gapsBefore[at]!)
    }
    await untilUp()
    expect(await usesRedis()).toBe(true)
  })

  test('a Redis at its limit of memory stores nothing more and still carries events (OPS-085)', async () => {
    const client = createClient({ url: redis.url })
    await client.connect()
    await client.configSet({ maxmemory: '1', 'maxmemory-policy': 'noeviction' })
    await expect(client.set('full', 'of this')).rejects.toThrow('OOM')
    expect(await usesRedis()).toBe(true)
    await client.configSet('maxmemory', '0')
    client.destroy()
  })

  test('what waits for a Redis that hangs goes through PostgreSQL, and it is used again when it answers (OPS-037, OPS-085)', async () => {
    redis.hang()
    const raised = await raise()
    await allHear(raised)
    await expect.poll(() => stateOf(processes[0]!.port), PATIENT).toEqual([200, 'unreachable'])
    await expect.poll(failingSeconds, PATIENT).toBeGreaterThan(0)
    redis.wakeUp()
    await expect.poll(() => stateOf(processes[0]!.port), PATIENT).toEqual([200, 'up'])
    await untilUp()
    expect(await failingSeconds()).toBe(0)
    expect(await usesRedis()).toBe(true)
  })

  describe('between two processes with a quick pulse', () => {
    const opened: { close: () => Promise<void> }[] = []
    const openEvents = async (channel: string): Promise<RedisEvents & { gaps: () => number; bus: Bus }> => {
      const bus = createBus(t.app.db.pool.options as pg.ClientConfig, { onError: () => {} })
      await bus.ready
      const log = () => ({ warn: () => {}, info: () => {} })
      const events = openRedisEvents({ url: redis.url, channel, bus, onError: () => {}, log, beatMs: 1_000 })
      let gaps = 0
      events.onReconnect(() => {
        gaps++
      })
      opened.push(events, bus)
      await expect.poll(() => events.report().state, PATIENT).toBe('up')
      return Object.assign(events, { gaps: () => gaps, bus })
    }
    afterAll(async () => {
      for (const one of opened) await one.close()
    })

    test('a process takes leave when it ends; one that does not may have died with an event (OPS-037)', async () => {
      const channel = 'leaving'
      const here = await openEvents(channel)
      const peaceful = await openEvents(channel)
      const { heard, close } = await redis.overhear()
      await peaceful.close()
      await expect.poll(() => heard.filter((text) => text.includes('"is_last":true')).length, PATIENT).toBe(1)
      close()
      const dying = createClient({ url: redis.url })
      await dying.connect()
      const before = here.gaps()
      await dying.publish(channel, JSON.stringify({ stamp: { from: 'dying', n: 0 } }))
      dying.destroy()
      await expect.poll(() => here.gaps(), PATIENT).toBeGreaterThan(before)
    })

    test('an event that Redis never handed on is missed by its number (OPS-037)', async () => {
      const channel = 'numbers'
      const here = await openEvents(channel)
      const other = createClient({ url: redis.url })
      await other.connect()
      const say = (n: number, topic?: string) =>
        other.publish(channel, JSON.stringify({ stamp: { from: 'other', n }, ...(topic && { topic, payload: {} }) }))
      const arrived: unknown[] = []
      here.subscribe('live', (message) => {
        arrived.push(message)
      })
      // A process that has listened for longer knows that it should have heard the first ones.
      await delay(2_600)
      await say(0)
      await say(1, 'live')
      await say(3, 'live')
      await expect.poll(() => here.gaps(), PATIENT).toBeGreaterThan(0)
      expect(arrived).toHaveLength(2)
      await say(3, 'live')
      await say(4, 'live')
      await expect.poll(() => arrived.length, PATIENT).toBe(3)
      other.destroy()
    })
  })

  test('the address is checked at a start: a wrong password is refused, a Redis that is away is not (OPS-039)', async () => {
    expect(await checkRedis(redis.url, 'portico:live:test')).toBe(true)
    const refused = await checkRedis(redis.urlWith('another'), 'x').catch((error: Error) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect((refused as Error).message).toBe('REDIS_URL: the server refused user or password. Correct them.')
    expect(await checkRedis(`redis://127.0.0.1:${await freePort()}`, 'x')).toBe(false)
    const admin = createClient({ url: redis.url })
    await admin.connect()
    const rights = { may: '&portico:live:* +publish +subscribe', may_not: '+ping' }
    for (const [name, all] of Object.entries(rights))
      await admin.sendCommand(['ACL', 'SETUSER', name, 'on', '>secret', 'resetchannels', ...all.split(' ')])
    admin.destroy()
    const urlOf = (name: string) => `redis://${name}:secret@${new URL(redis.url).host}`
    expect(await checkRedis(urlOf('may'), 'portico:live:test')).toBe(true)
    await expect(checkRedis(urlOf('may_not'), 'portico:live:test')).rejects.toThrow(/the user may not publish/)
    await expect(checkRedis('redis://no-such-host.invalid:6379', 'x')).rejects.toThrow(
      /REDIS_URL: its host is not known/,
    )
  })
})
